import { createExtensionClient, createTrackingClient } from '@rastro/tracking-client';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { createPreferences } from '../kernel/preferences.ts';
import { createOfflineSession } from '../kernel/session/offline-session.ts';
import { MemoryOfflineStore } from '../testing/memory-offline-store.ts';
import { aUser, MemoryServer } from '../testing/memory-server.ts';
import { openPage, type Page } from '../testing/open-page.tsx';
import { routes } from './routes.tsx';
import { createSession } from '../kernel/session/session.ts';
import { HomeNotice } from './shell/home-notice.tsx';
import { LeadHome } from './shell/lead-home.tsx';
import { accessIn } from './screens/screen-handle.ts';

const server = new MemoryServer();
const anySession = createSession({
  client: createTrackingClient({ fetch: server.fetch, basePath: '/api' }),
  extension: createExtensionClient({ fetch: server.fetch, basePath: '/ext' }),
  remembered: { load: async () => null, save: async () => undefined, forget: async () => undefined },
  offline: createOfflineSession({
    store: new MemoryOfflineStore(),
    preferences: createPreferences(null),
    now: () => 0,
  }),
  now: () => 0,
  isOffline: () => false,
});
const isForGuests = (handle: unknown): boolean =>
  typeof handle === 'object' && handle !== null && 'guests' in handle;

const open = (server: MemoryServer, at: string): Promise<Page> => openPage({ server, at, routes });

test('a screen without a session asks to sign in and keeps the target', async () => {
  const page = await open(new MemoryServer(), '/devices/7?follow=1');
  await screen.findByRole('button', { name: 'Sign in' });
  expect(page.path()).toBe('/login?to=%2Fdevices%2F7%3Ffollow%3D1');
});

test('an unknown path is /home, which asks to sign in', async () => {
  const page = await open(new MemoryServer(), '/nowhere');
  await screen.findByRole('button', { name: 'Sign in' });
  expect(page.path()).toBe('/login?to=%2Fhome');
});

test('[WEB-85] an address without a page leads home with a message', async () => {
  const page = await openPage({
    server: new MemoryServer(),
    at: '/users',
    routes: () => [
      { path: '/home', element: <HomeNotice /> },
      { path: '/users/*', element: <LeadHome reason="unknown" /> },
    ],
  });
  expect((await screen.findByRole('alert')).textContent).toBe('There is no page at /users.');
  expect(page.path()).toBe('/home');
});

test('[WEB-84] a guest sees vehicles, not events and account, by address either', () => {
  const all = routes(anySession)[0]?.children?.flatMap(({ children = [] }) => children) ?? [];
  const open = all.flatMap(({ path, handle }) => (isForGuests(handle) ? [path] : []));
  expect(open).toEqual(['/help/:topic?', '/home', '/devices', '/devices/:deviceId', '/split']);
  // Those of drivers are guarded by `DriverShell`.
  const free = all.flatMap(({ path, handle }) => (accessIn(handle) === null ? [path] : []));
  expect(free).toEqual([
    '/qr-driver',
    '/qr-driver/scan/:id?',
    '/qr-driver/inspection',
    '/qr-driver/score',
    '/qr-driver/hours',
  ]);
});

test('[PAST-3] the past needs the right of reports, and is not for guests', () => {
  const all = routes(anySession)[0]?.children?.flatMap(({ children = [] }) => children) ?? [];
  expect(accessIn(all.find(({ path }) => path === '/history')?.handle)).toMatchObject({
    requires: 'reports.view',
    help: 'history',
  });
});

test('a server that cannot be reached shows maintenance and comes back when it can', async () => {
  const server = new MemoryServer();
  server.isDown = true;
  const page = await open(server, '/devices');
  await screen.findByRole('heading', { name: 'The server cannot be reached' });
  expect(page.path()).toBe('/maintenance?to=%2Fdevices');
  server.isDown = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try now' }));
  await waitFor(() => expect(page.path()).toBe('/login?to=%2Fdevices'));
});

test('the driver login is the login screen', async () => {
  await open(new MemoryServer(), '/motorista');
  await screen.findByRole('heading', { name: 'Driver sign-in' });
});

test('[KEPT-3] where only the server is away, /maintenance offers what was last known', async () => {
  const server = new MemoryServer().on('GET /api/session', {
    body: aUser({ attributes: { 'rastro.isQrDriverId': 3 } }),
  });
  server.on('GET /ext/qr-driver', { body: null });
  const offlineStore = new MemoryOfflineStore();
  const first = await openPage({ server, at: '/qr-driver', routes, offlineStore });
  await screen.findByText('No vehicle');
  first.unmount();
  server.isDown = true;
  const page = await openPage({ server, at: '/qr-driver', routes, offlineStore });
  await userEvent.click(await screen.findByRole('button', { name: 'Show last known status' }));
  await waitFor(() => expect(page.path()).toBe('/qr-driver'));
  // What is read meanwhile fails and says so.
  await screen.findByText(/No connection to the server/, {}, { timeout: 10_000 });
});
