import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { aUser, MemoryServer } from '../../testing/memory-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import {
  clearImpersonating,
  setImpersonating,
  mayBeImpersonating,
} from '../../kernel/session/impersonation-flag.ts';
import { ImpersonationBanner } from './impersonation-banner.tsx';

const aPage = (server: MemoryServer, onDone: () => void = () => undefined) =>
  openPage({
    server,
    at: '/',
    routes: () => [{ path: '/', element: <ImpersonationBanner onDone={onDone} /> }],
  });
const aServerAs = (): MemoryServer => new MemoryServer().on('GET /api/session', { body: aUser({}) });

beforeEach(setImpersonating);
afterEach(clearImpersonating);

test('[ACTAS-2] the banner names the impersonating and the impersonated user, and leads back', async () => {
  const server = aServerAs()
    .on('GET /api/session/actor', { body: { id: 2, name: 'Boss' } })
    .on('POST /api/session/back', { body: aUser({ id: 2, name: 'Boss' }) });
  let isDone = false;
  await aPage(server, () => (isDone = true));
  expect((await screen.findByRole('status')).textContent).toContain('Ana Lima');
  expect(screen.getByRole('status').textContent).toContain('Boss');
  await userEvent.click(screen.getByRole('button', { name: 'Back to my account' }));
  await waitFor(() => expect(isDone).toBe(true));
});

test('[ACTAS-2] no impersonation, or a server without it: no banner', async () => {
  for (const answer of [{ status: 204 }, { status: 404, body: '' }]) {
    setImpersonating();
    const server = aServerAs().on('GET /api/session/actor', answer);
    const page = await aPage(server);
    await waitFor(() => expect(server.requests('GET /api/session/actor')).toHaveLength(1));
    expect(screen.queryByRole('status')).toBeNull();
    page.unmount();
  }
});

test('[ACTAS-2] without impersonation nothing is requested; one that ended is forgotten', async () => {
  clearImpersonating();
  const server = aServerAs().on('GET /api/session/actor', { status: 204 });
  const page = await aPage(server);
  expect(server.requests('GET /api/session/actor')).toHaveLength(0);
  page.unmount();
  setImpersonating();
  await aPage(server);
  await waitFor(() => expect(mayBeImpersonating()).toBe(false));
});
