import { createExtensionClient, createTrackingClient } from '@rastro/tracking-client';
import { expect, test } from 'vitest';
import { createPreferences } from '../preferences.ts';
import { MemoryOfflineStore } from '../../testing/memory-offline-store.ts';
import { aServer, aUser, MemoryServer } from '../../testing/memory-server.ts';
import { createOfflineSession } from './offline-session.ts';
import type { Remembered, RememberedLogin } from './remembered-login.ts';
import { createSession, type Session } from './session.ts';

const never = new AbortController().signal;

function sessionWith(
  server: MemoryServer,
  stored: Remembered | null = null,
): { session: Session; login: () => Remembered | null } {
  let login = stored;
  const remembered: RememberedLogin = {
    load: () => Promise.resolve(login),
    save: (next) => Promise.resolve(void (login = next)),
    forget: () => Promise.resolve(void (login = null)),
  };
  const now = (): number => Date.UTC(2026, 0, 1);
  const session = createSession({
    client: createTrackingClient({ fetch: server.fetch, basePath: '/api' }),
    extension: createExtensionClient({ fetch: server.fetch, basePath: '/ext' }),
    remembered,
    offline: createOfflineSession({
      store: new MemoryOfflineStore(),
      preferences: createPreferences(null),
      now,
    }),
    now,
    isOffline: () => false,
  });
  return { session, login: () => login };
}
const tokenOpens = (server: MemoryServer): MemoryServer =>
  server.on('GET /api/session', ({ query }) =>
    query.get('token') === 't1' ? { body: aUser({}) } : { status: 404 },
  );

test('asks for the server before the session', async () => {
  const server = new MemoryServer().on('GET /api/session', { body: aUser({ name: 'Ana' }) });
  const { session } = sessionWith(server);
  const state = await session.check(never);
  expect(state.kind === 'signedIn' && state.user.name).toBe('Ana');
  const paths = server.seen.map(({ path }) => path);
  expect(paths.indexOf('/api/server')).toBeLessThan(paths.indexOf('/api/session'));
});

test('a server that does not answer is unreachable, and nothing else is asked', async () => {
  const server = new MemoryServer().on('GET /api/server', { status: 502, body: 'Bad Gateway' });
  const { session } = sessionWith(server);
  expect((await session.check(never)).kind).toBe('unreachable');
  expect(server.requests('GET /api/session')).toHaveLength(0);
});

test('without a brand of the host the product has its own', async () => {
  const server = new MemoryServer().on('GET /ext/assets/custom/config.json', { status: 404 });
  const { session } = sessionWith(server);
  const state = await session.check(never);
  expect(state.kind === 'signedOut' && state.branding.title).toBe('Rastro');
});

test('what is known is not asked again', async () => {
  const server = new MemoryServer();
  const { session } = sessionWith(server);
  await session.check(never);
  await session.check(never);
  expect(server.requests('GET /api/server')).toHaveLength(1);
});

test('a remembered token opens the session', async () => {
  const { session } = sessionWith(tokenOpens(new MemoryServer()), { email: 'a@b.c', token: 't1' });
  expect((await session.check(never)).kind).toBe('signedIn');
});

test('a session that the server ended is opened again by a remembered token', async () => {
  const { session } = sessionWith(tokenOpens(new MemoryServer()), { email: 'a@b.c', token: 't1' });
  await session.check(never);
  session.expire();
  expect(session.state().kind).toBe('signedOut');
  expect((await session.check(never)).kind).toBe('signedIn');
});

test('signing out revokes the token and keeps the e-mail', async () => {
  const server = tokenOpens(new MemoryServer())
    .on('POST /api/session/token/revoke', { status: 204 })
    .on('DELETE /api/session', { status: 204 });
  const { session, login } = sessionWith(server, { email: 'a@b.c', token: 't1' });
  await session.check(never);
  await session.signOut(never);
  expect(server.requests('POST /api/session/token/revoke')[0]?.body).toBe('token=t1');
  expect(login()).toEqual({ email: 'a@b.c', token: null });
  expect((await session.check(never)).kind).toBe('signedOut');
});

test('a remembered token is asked for with an end', async () => {
  const server = new MemoryServer()
    .on('POST /api/session', { body: aUser({}) })
    .on('POST /api/session/token', { body: 't2' });
  const { session, login } = sessionWith(server);
  await session.check(never);
  await session.signIn({ email: 'a@b.c', password: 'x' }, true, never);
  const asked = new URLSearchParams(server.requests('POST /api/session/token')[0]?.body);
  expect(asked.get('expiration')).toBe('2026-01-31T00:00:00.000Z');
  expect(login()).toEqual({ email: 'a@b.c', token: 't2' });
});

test('after the first user the server is not new any more', async () => {
  const server = new MemoryServer()
    .on('GET /api/server', { body: aServer({ newServer: true }) })
    .on('POST /api/users', { body: aUser({}) })
    .on('POST /api/session', { body: aUser({}) })
    .on('DELETE /api/session', { status: 204 });
  const { session } = sessionWith(server);
  await session.check(never);
  const draft = { name: 'Ana', email: 'a@b.c', password: 'x', attributes: {} };
  expect(await session.setUp(draft, 'CODE', never)).toBeNull();
  await session.signOut(never);
  const state = session.state();
  expect(state.kind === 'signedOut' && state.server.server.newServer).toBe(false);
});

const signedIn = (server: MemoryServer): MemoryServer =>
  server.on('GET /api/session', { body: aUser({ name: 'Ana' }) });

test('[WEB-60] account, settings and licence are read again and replace what was known', async () => {
  const server = signedIn(new MemoryServer());
  const { session } = sessionWith(server);
  await session.check(never);
  server.on('GET /api/session', { body: aUser({ name: 'Ana', readonly: true }) });
  server.on('GET /api/server', { body: aServer({ deviceReadonly: true }), headers: {} });
  expect(await session.refresh(never)).toBe(true);
  const state = session.state();
  if (state.kind !== 'signedIn') throw new Error(state.kind);
  expect(state.user.readonly).toBe(true);
  expect(state.server.server.deviceReadonly).toBe(true);
  expect(state.server.plus).toBe(false);
});

test('[WEB-60] without a difference no subscriber is called', async () => {
  const server = signedIn(new MemoryServer());
  const { session } = sessionWith(server);
  await session.check(never);
  let wakes = 0;
  session.watch(() => void (wakes += 1));
  server.on('GET /api/server', { body: aServer({ storageSpace: [1, 2] }), headers: { licensemode: 'plus' } });
  expect(await session.refresh(never)).toBe(false);
  expect(wakes).toBe(0);
});

test('[WEB-60] a change made here meanwhile is not undone by an older answer', async () => {
  const server = signedIn(new MemoryServer());
  const { session } = sessionWith(server);
  await session.check(never);
  const refreshed = session.refresh(never);
  await Promise.resolve();
  const changed = aUser({ name: 'Ana Maria' });
  session.setUser(changed);
  server.on('GET /api/session', { body: changed });
  expect(await refreshed).toBe(false);
  const state = session.state();
  expect(state.kind === 'signedIn' && state.user.name).toBe('Ana Maria');
});

test('[WEB-60] many who ask at once are one reading after the one under way', async () => {
  const server = signedIn(new MemoryServer());
  const { session } = sessionWith(server);
  await session.check(never);
  const before = server.requests('GET /api/session').length;
  await Promise.all([session.refresh(never), session.refresh(never), session.refresh(never)]);
  expect(server.requests('GET /api/session')).toHaveLength(before + 1);
});

test('[WEB-60] without an answer what is known stays, and an ended session ends here', async () => {
  const server = signedIn(new MemoryServer());
  const { session } = sessionWith(server);
  await session.check(never);
  server.isDown = true;
  expect(await session.refresh(never)).toBe(false);
  expect(session.state().kind).toBe('signedIn');
  server.isDown = false;
  server.on('GET /api/session', { status: 404 });
  await session.refresh(never);
  expect(session.state().kind).toBe('signedOut');
});
