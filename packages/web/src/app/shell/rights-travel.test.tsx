import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { encodeRights, type Right, type User } from '@rastro/fleet';
import { useQuery } from '@tanstack/react-query';
import { Outlet, type RouteObject } from 'react-router';
import { expect, test } from 'vitest';
import { useDeviceSelection } from '../../kernel/fleet/device-selection.tsx';
import { useRightsNews } from '../../kernel/fleet/use-rights-news.ts';
import { useGeofences } from '../../kernel/queries/use-geofences.ts';
import { AnswerError } from '../../kernel/queries/query-client.ts';
import { useSignedIn } from '../../kernel/services.tsx';
import { aVehicle, MemoryFleet } from '../../testing/memory-fleet.ts';
import { aServer, aUser, MemoryServer } from '../../testing/memory-server.ts';
import { openPage, type Page } from '../../testing/open-page.tsx';
import { AllowedScreen } from './allowed-screen.tsx';
import { HomeNotice } from './home-notice.tsx';
import { visibleMenu } from '../screens/menu-entries.ts';

const withRights = (...rights: Right[]): User =>
  aUser({ attributes: { 'rastro.advancedPerms': encodeRights(rights) } });

function Frame() {
  useRightsNews();
  const { ids } = useDeviceSelection();
  return (
    <>
      <p>{`Menu ${visibleMenu(useSignedIn())
        .map(({ path }) => path)
        .join(' ')}`}</p>
      <p>{`Chosen ${[...ids].join()}`}</p>
      <HomeNotice />
      <AllowedScreen>
        <Outlet />
      </AllowedScreen>
    </>
  );
}
function Fences() {
  const { data } = useGeofences();
  return <p>{`Fences ${data?.map(({ name }) => name).join() ?? ''}`}</p>;
}
function Chooser() {
  const { choose } = useDeviceSelection();
  return (
    <button type="button" onClick={() => choose([1, 2])}>
      Choose
    </button>
  );
}
function FailingQuery() {
  const { error } = useQuery({
    queryKey: ['failing'],
    queryFn: () => {
      throw new AnswerError({
        status: 403,
        code: 'FORBIDDEN',
        message: '',
        body: '',
        challenge: null,
        trustAvailable: false,
      });
    },
  });
  return <p>{error === null ? 'Asking' : 'Refused'}</p>;
}

const screens = (): RouteObject[] => [
  {
    Component: Frame,
    children: [
      { path: '/home', element: null },
      { path: '/geofence', handle: { requires: 'geofences.view' }, Component: Fences },
      { path: '/choose', Component: Chooser },
      { path: '/refused', Component: FailingQuery },
    ],
  },
];

interface Opened {
  readonly page: Page;
  readonly server: MemoryServer;
  readonly fleet: MemoryFleet;
}
async function open(at: string, ...rights: Right[]): Promise<Opened> {
  const server = new MemoryServer()
    .on('GET /api/server', {
      body: aServer({ attributes: { 'rastro.enableAdvancedPerms': true } }),
      headers: { licensemode: 'plus' },
    })
    .on('GET /api/session', { body: withRights(...rights) })
    .on('GET /api/geofences', { body: [{ id: 1, name: 'Yard', area: 'CIRCLE (0 0, 1)', attributes: {} }] });
  const fleet = new MemoryFleet([aVehicle({ id: 1 }), aVehicle({ id: 2 })]);
  const page = await openPage({ server, at, routes: screens, fleet });
  await screen.findByText(/^Menu/);
  // The fleet opens a moment later.
  await act(() => Promise.resolve());
  return { page, server, fleet };
}

test('[WEB-60] the menu follows the account', async () => {
  const { server, fleet } = await open('/home', 'devices.view');
  expect(screen.getByText('Menu /overview /devices')).toBeTruthy();
  server.on('GET /api/session', { body: withRights('devices.view', 'events.view') });
  act(() => fleet.emitStale('session'));
  await screen.findByText('Menu /overview /devices /events');
});

test('[WEB-60] a list that the server names is read again', async () => {
  const { server, fleet } = await open('/geofence', 'geofences.view');
  await screen.findByText('Fences Yard');
  server.on('GET /api/geofences', { body: [] });
  act(() => fleet.emitStale('group'));
  act(() => fleet.emitStale('geofence'));
  await screen.findByText('Fences');
  expect(server.requests('GET /api/geofences')).toHaveLength(2);
});

test('[WEB-61] an error and a restored connection read the account again', async () => {
  const { server, fleet } = await open('/refused', 'devices.view');
  await screen.findByText('Refused');
  await waitFor(() => expect(server.requests('GET /api/session')).toHaveLength(2));
  server.on('GET /api/session', { body: withRights('events.view') });
  act(() => fleet.connect({ state: 'waiting', retryAt: 0 }));
  act(() => fleet.connect({ state: 'connecting' }));
  act(() => fleet.connect({ state: 'live' }));
  await screen.findByText('Menu /overview /events');
});

test('[WEB-62] a screen that is not allowed any more leads home, and says why', async () => {
  const { page, server, fleet } = await open('/geofence', 'geofences.view', 'events.view');
  await screen.findByText('Fences Yard');
  server.on('GET /api/session', { body: withRights('events.view') });
  act(() => fleet.emitStale('session'));
  expect((await screen.findByRole('alert')).textContent).toBe('You no longer have access to this page.');
  expect(page.path()).toBe('/home');
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('[WEB-62] a user who opens an address without the right is led home with a message', async () => {
  const { page } = await open('/geofence', 'events.view');
  expect((await screen.findByRole('alert')).textContent).toBe('You do not have access to this page.');
  expect(page.path()).toBe('/home');
});

test('[WEB-84] a guest without any right sees the screens of guests, and no other whatever the rights', async () => {
  for (const [user, at, path] of [
    [aUser({ temporary: true }), '/shared', '/shared'],
    [aUser({ temporary: true }), '/geofence', '/home'],
  ] as const) {
    const page = await openPage({
      server: new MemoryServer()
        .on('GET /api/server', { body: aServer({}), headers: { licensemode: 'plus' } })
        .on('GET /api/session', { body: user }),
      at,
      routes: () => [
        {
          Component: () => (
            <AllowedScreen>
              <Outlet />
            </AllowedScreen>
          ),
          children: [
            { path: '/home', element: <p>Opened /home</p> },
            {
              path: '/shared',
              handle: { requires: 'devices.view', guests: true },
              element: <p>Opened /shared</p>,
            },
            { path: '/geofence', handle: { requires: 'nothing' }, element: <p>Opened /geofence</p> },
          ],
        },
      ],
    });
    await screen.findByText(`Opened ${path}`);
    page.unmount();
  }
});

test('[WEB-64] a vehicle that is gone is not chosen any more', async () => {
  const { fleet } = await open('/choose', 'devices.view');
  await userEvent.click(screen.getByRole('button', { name: 'Choose' }));
  expect(screen.getByText('Chosen 1,2')).toBeTruthy();
  act(() => fleet.take(2));
  expect(screen.getByText('Chosen 1')).toBeTruthy();
});
