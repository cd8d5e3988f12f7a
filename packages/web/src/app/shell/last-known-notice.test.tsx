import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aUser, MemoryServer } from '../../testing/memory-server.ts';
import { aVehicle, MemoryFleet } from '../../testing/memory-fleet.ts';
import { openPage } from '../../testing/open-page.tsx';
import { LastKnownNotice } from './last-known-notice.tsx';

const AT = Date.UTC(2026, 10, 23, 13, 32);
const LOST = { state: 'waiting', retryAt: 0 } as const;

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true, now: AT + 1000 }));
afterEach(() => void vi.useRealTimers());

async function open(): Promise<MemoryFleet> {
  const server = new MemoryServer().on('GET /api/session', {
    body: aUser({ attributes: { timezone: 'UTC' } }),
  });
  const fleet = new MemoryFleet([aVehicle({})]);
  await openPage({ server, fleet, at: '/', routes: () => [{ path: '/', element: <LastKnownNotice /> }] });
  return fleet;
}

test('[KEPT-7] a short loss is not worth a word, a longer one says as of when and what cannot be done', async () => {
  const fleet = await open();
  act(() => fleet.connect(LOST, { at: AT, missing: 0 }));
  expect(screen.queryByRole('status')).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(20_000));
  const notice = screen.getByRole('status');
  expect(notice.textContent).toMatch(/No connection: as of .*(13|1):32/);
  expect(notice.textContent).toContain('Changes and commands only after reconnecting.');
  expect(notice.textContent).not.toContain('kept');
  act(() => fleet.connect({ state: 'live' }));
  expect(screen.queryByRole('status')).toBeNull();
});

test('[KEPT-7] what was too much to be kept is counted', async () => {
  const fleet = await open();
  act(() => fleet.connect(LOST, { at: AT - 3_600_000, missing: 1234 }));
  expect((await screen.findByRole('status')).textContent).toContain(
    '1,234 more vehicles are not stored here.',
  );
});
