import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { webcrypto } from 'node:crypto';
import { afterEach, expect, test, vi } from 'vitest';
import { MemoryPush } from '../testing/memory-push.ts';
import { aUser, MemoryServer } from '../testing/memory-server.ts';
import { openPage, type Page } from '../testing/open-page.tsx';
import { useSessionState } from '../kernel/services.tsx';
import { PushToggle } from '../areas/push/push-toggle.tsx';
import { UserMenu } from './shell/user-menu.tsx';

const SUBSCRIBE = 'POST /api/notifications/push-subscriptions';
const LEAVE = 'DELETE /api/notifications/push-subscriptions';

async function open({
  push = new MemoryPush(),
  user = aUser({}),
  key = 'key-1',
  server = new MemoryServer(),
}) {
  server
    .on('GET /api/session', { body: user })
    .on('GET /api/notifications/notificators', {
      body: [{ type: 'web' }, ...(key === '' ? [] : [{ type: 'webpush' }])],
    })
    .on('GET /api/notifications/push-key', { body: { publicKey: key } })
    .on(SUBSCRIBE, { status: 204 })
    .on(LEAVE, { status: 204 })
    .on('DELETE /api/session', { status: 204 })
    .on('POST /api/notifications/test/webpush', { status: 204 });
  const page: Page = await openPage({
    server,
    push,
    at: '/home',
    routes: () => [{ path: '*', Component: Tools }],
  });
  return { page, push, server };
}
/** The session ends in these tests, as the shell knows it. */
function Tools() {
  return useSessionState().kind === 'signedIn' ? (
    <>
      <PushToggle />
      <UserMenu />
    </>
  ) : null;
}
const OFF = 'Alerts while the page is closed: off';
const ON = 'Alerts while the page is closed: on';
const enablePush = async (): Promise<void> => {
  await userEvent.click(await screen.findByRole('button', { name: OFF }));
  await userEvent.click(await screen.findByRole('switch', { name: 'Get alerts here' }));
};

afterEach(() => vi.unstubAllGlobals());

test('[PUSHW-1] nothing is asked before the tap; then this browser is subscribed, tested and left again', async () => {
  const { push, server } = await open({});
  await screen.findByRole('button', { name: OFF });
  expect(push.granted).toBe('default');
  await enablePush();
  await screen.findByRole('button', { name: ON });
  expect(JSON.parse(server.requests(SUBSCRIBE)[0]?.body ?? '')).toEqual({
    endpoint: 'https://push.example.com/1',
    keys: { p256dh: 'p', auth: 'a' },
  });
  await userEvent.click(screen.getByRole('button', { name: 'Send a test' }));
  await screen.findByText('Test sent. It appears in a moment.');
  await userEvent.click(screen.getByRole('switch'));
  await screen.findByRole('button', { name: OFF });
  expect(push.subscription).toBeNull();
  expect(JSON.parse(server.requests(LEAVE)[0]?.body ?? '')).toEqual({
    endpoint: 'https://push.example.com/1',
  });
});

test('[PUSHW-2] blocked, impossible and not offered are distinguished', async () => {
  const push = new MemoryPush();
  push.answer = 'denied';
  const { page } = await open({ push });
  await enablePush();
  await screen.findByText(/The browser blocks notifications/);
  page.unmount();

  const nothing = await open({ key: '' });
  await expect.poll(() => nothing.server.requests('GET /api/notifications/notificators').length).toBe(1);
  // Asking for a key that is not there would be an error in the browser's own log.
  expect(nothing.server.requests('GET /api/notifications/push-key')).toEqual([]);
  expect(screen.queryByRole('button', { name: OFF })).toBeNull();
  nothing.page.unmount();

  const guest = await open({ user: aUser({ attributes: { isShared: true } }) });
  expect(guest.server.requests('GET /api/notifications/notificators')).toEqual([]);
});

test('[PUSHW-3] an error is shown, and the browser does not stay subscribed', async () => {
  const { push, server } = await open({});
  server.on(SUBSCRIBE, { status: 400, body: 'BAD_INPUT - endpoint: is no known push service' });
  await enablePush();
  await screen.findByRole('alert');
  expect(push.subscription).toBeNull();
  await screen.findByRole('button', { name: OFF });
});

test('[PUSHW-4] it ends with the session, and never passes to the next user', async () => {
  const first = await open({});
  await enablePush();
  await screen.findByRole('button', { name: ON });
  await userEvent.keyboard('{Escape}');
  await userEvent.click(screen.getByRole('button', { name: /Ana Lima/ }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Sign out' }));
  await expect.poll(() => first.push.subscription).toBeNull();
  const calls = first.server.seen.map(({ method, path }) => `${method} ${path}`);
  expect(calls.indexOf(LEAVE)).toBeLessThan(calls.indexOf('DELETE /api/session'));
  first.page.unmount();

  // A session that ended by itself leaves the subscription of the former user behind.
  const left = new MemoryPush();
  left.granted = 'granted';
  left.subscription = {
    endpoint: 'https://push.example.com/old',
    keys: { p256dh: 'p', auth: 'a' },
    serverKey: 'key-1',
  };
  const next = await open({ push: left, user: aUser({ id: 2 }) });
  await screen.findByRole('button', { name: OFF });
  expect(left.subscription).toBeNull();
  expect(next.server.requests(SUBSCRIBE)).toEqual([]);
});

test('[PUSHW-8] forgotten from elsewhere, it is off when the page is opened; a server that does not say leaves it on', async () => {
  vi.stubGlobal('crypto', webcrypto);
  const push = new MemoryPush();
  const { page, server } = await open({ push });
  await enablePush();
  await screen.findByRole('button', { name: ON });
  const { createPushService } = await import('../kernel/push/push-service.ts');
  const { createTrackingClient } = await import('@rastro/tracking-client');
  const client = createTrackingClient({ fetch: server.fetch, basePath: '/api' });
  const service = createPushService({ port: push, client, preferences: page.preferences });
  const signal = new AbortController().signal;
  const LIST = 'GET /api/notifications/push-subscriptions';
  expect(await service.settle(1, 'key-1', signal)).toBe('on');
  server.on(LIST, { body: [{ id: await service.id(), userAgent: null, createdTime: null, lastUsed: null }] });
  expect(await service.settle(1, 'key-1', signal)).toBe('on');
  server.on(LIST, { body: [] });
  expect(await service.settle(1, 'key-1', signal)).toBe('off');
  expect([push.subscription, await service.id()]).toEqual([null, null]);
  expect(server.requests(SUBSCRIBE)).toHaveLength(1);
});

test('[PUSHW-7] a new key of the server makes a new subscription by itself', async () => {
  const push = new MemoryPush();
  const { page, server } = await open({ push });
  await enablePush();
  await screen.findByRole('button', { name: ON });
  server.on('GET /api/notifications/push-key', { body: { publicKey: 'key-2' } });
  const { createPushService } = await import('../kernel/push/push-service.ts');
  const { createTrackingClient } = await import('@rastro/tracking-client');
  const client = createTrackingClient({ fetch: server.fetch, basePath: '/api' });
  const service = createPushService({ port: push, client, preferences: page.preferences });
  expect(await service.settle(1, 'key-2', new AbortController().signal)).toBe('on');
  expect(push.subscription?.serverKey).toBe('key-2');
  expect(server.requests(SUBSCRIBE)).toHaveLength(2);
});
