import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { aUser, MemoryServer } from '../../testing/memory-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { LocalTime } from './local-time.tsx';

afterEach(() => void vi.restoreAllMocks());

test('[WEB-311] the clock of the header shows the time where the visitor is, not that of the account', async () => {
  const found = new Intl.DateTimeFormat().resolvedOptions();
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({
    ...found,
    timeZone: 'Asia/Tokyo',
  });
  const body = aUser({ attributes: { timezone: 'America/Bogota' } });
  await openPage({
    server: new MemoryServer().on('GET /api/session', { body }),
    at: '/',
    routes: () => [{ path: '/', element: <LocalTime /> }],
  });
  const clock = await screen.findByTitle('Asia/Tokyo');
  const there = new Intl.DateTimeFormat('en', {
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
    timeZone: 'Asia/Tokyo',
  });
  expect(clock.textContent).toBe(there.format(new Date(clock.getAttribute('datetime') ?? '')));
});
