import type { Geofence, User } from '@rastro/fleet';
import { encodeRights } from '@rastro/fleet';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link, type RouteObject } from 'react-router';
import { expect, test } from 'vitest';
import { aServer, aUser, MemoryServer } from '../../testing/memory-server.ts';
import { openPage, type Page } from '../../testing/open-page.tsx';
import { FenceForm } from './fence-form.tsx';
import { FenceListPanel } from './fence-list-panel.tsx';
import { FencePanel } from './fence-panel.tsx';
import { fenceValues, newFence, withArea } from './fence-values.ts';
import { fill } from '../../testing/fill.ts';

const WRITING = { unit: 'kmh', language: 'en' } as const;
const screens = (): RouteObject[] => [
  { path: '/geofence', element: <FenceListPanel /> },
  { path: '/geofence/:fenceId', element: <FencePanel /> },
  { path: '/home', element: null },
];
const aFence = (part: Partial<Geofence> = {}): Geofence => ({
  id: 4,
  attributes: {},
  name: 'Depot',
  description: null,
  area: 'CIRCLE (-23.55 -46.63, 1000)',
  calendarId: 0,
  ...part,
});
const serverWith = (fences: readonly Geofence[], user: Partial<User> = {}): MemoryServer =>
  new MemoryServer()
    .on('GET /api/session', { body: aUser(user) })
    .on('GET /api/calendars', { body: [{ id: 9, attributes: {}, name: 'Night', data: '' }] })
    .on('GET /api/geofences', { body: fences })
    .on('PUT /api/geofences/4', ({ body }) => ({ body: JSON.parse(body) as unknown }))
    .on('DELETE /api/geofences/4', { status: 204 });
const open = (server: MemoryServer, at = '/geofence'): Promise<Page> =>
  openPage({ server, at, routes: screens });
const sent = (server: MemoryServer, call: string): Record<string, unknown> =>
  JSON.parse(server.requests(call)[0]?.body ?? '{}') as Record<string, unknown>;

test('[WEBFENCE-1] the list says the size of every shape', async () => {
  await open(
    serverWith([
      aFence(),
      aFence({ id: 5, name: 'Yard', area: 'POLYGON ((1 1, 1 2, 2 2, 1 1))' }),
      aFence({ id: 6, name: 'Blank', area: '' }),
    ]),
  );
  const rows = await screen.findAllByRole('option');
  expect(rows.map((row) => row.textContent)).toEqual([
    'BlankArea not defined',
    'Depot3.14 km²',
    'Yard3 points',
  ]);
});

test('[WEBFENCE-2] anchors have a list of their own', async () => {
  await open(serverWith([aFence(), aFence({ id: 5, name: 'Anchor 1', attributes: { isAnchor: true } })]));
  await screen.findByText('Depot');
  expect(screen.queryByText('Anchor 1')).toBeNull();
  await userEvent.click(screen.getByText('Anchors (1)'));
  await screen.findByText('Anchor 1');
  expect(screen.queryByText('Depot')).toBeNull();
});

test('[WEBFENCE-3] searching narrows, and a search without a hit can be cleared', async () => {
  await open(serverWith([aFence(), aFence({ id: 5, name: 'Yard' })]));
  await fill(await screen.findByLabelText('Search geofences'), 'yar');
  await waitFor(() => expect(screen.queryByText('Depot')).toBeNull());
  await fill(screen.getByLabelText('Search geofences'), 'zzz');
  await screen.findByRole('heading', { name: 'No geofence found' });
  await userEvent.click(screen.getAllByRole('button', { name: 'Clear the search' })[0] as HTMLElement);
  await screen.findByText('Depot');
});

test('[WEBFENCE-4] a failure is shown and can be tried again; an empty list says so', async () => {
  const server = serverWith([]).on('GET /api/geofences', { status: 503, body: 'STORAGE_UNAVAILABLE - x' });
  await open(server);
  await screen.findByText('The geofences could not be loaded');
  server.on('GET /api/geofences', { body: [] });
  await userEvent.click(screen.getByRole('button', { name: 'Try now' }));
  await screen.findByText('No geofences yet');
});

test('[WEBFENCE-5] of 2,000 geofences only the rows in sight exist, and the keyboard reaches the last', async () => {
  const fences = Array.from({ length: 2000 }, (_, at) => aFence({ id: at + 1, name: `Fence ${at + 1}` }));
  const page = await open(serverWith(fences));
  expect((await screen.findAllByRole('option')).length).toBeLessThan(40);
  await userEvent.type(screen.getByLabelText('Search geofences'), '{ArrowDown}');
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(page.path()).toBe('/geofence/2');
  await screen.findByDisplayValue('Fence 2');
});

test('[WEBFENCE-6] a name is required', async () => {
  const server = serverWith([aFence()]);
  await open(server, '/geofence/4');
  await userEvent.clear(await screen.findByLabelText(/^Name/));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('The Name field is required.');
  expect(server.requests('PUT /api/geofences/4')).toHaveLength(0);
});

test('[WEBFENCE-7] saves the whole fence, the speed limit in knots', async () => {
  const server = serverWith([aFence({ attributes: { polylineDistance: 20 } })]);
  const page = await open(server, '/geofence/4');
  await fill(await screen.findByLabelText(/Speed limit \(km\/h\)/), '100');
  await userEvent.click(screen.getByLabelText('Lock the vehicle when it leaves'));
  await userEvent.click(screen.getByLabelText('Red'));
  await screen.findByText('Night');
  await userEvent.selectOptions(screen.getByLabelText(/Calendar/), '9');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Geofence saved.');
  expect(page.path()).toBe('/geofence');
  const body = sent(server, 'PUT /api/geofences/4');
  expect(body).toMatchObject({ id: 4, name: 'Depot', calendarId: 9, area: 'CIRCLE (-23.55 -46.63, 1000)' });
  const { speedLimit, ...attributes } = body['attributes'] as Record<string, unknown>;
  expect(speedLimit).toBeCloseTo(53.9957, 4);
  expect(attributes).toEqual({ polylineDistance: 20, lockOnExit: true, color: '#d6393c' });
});

test('[WEBFENCE-101] only a line can be followed; its limits appear with the switch', async () => {
  await open(serverWith([aFence()]), '/geofence/4');
  await screen.findByLabelText(/Speed limit/);
  expect(screen.queryByLabelText(/^Vehicles follow this line/)).toBeNull();
  cleanup();
  const server = serverWith([aFence({ area: 'LINESTRING (1 1, 1 2)' })]);
  await open(server, '/geofence/4');
  const follow = await screen.findByLabelText(/^Vehicles follow this line/);
  expect(screen.queryByLabelText(/Deviation from/)).toBeNull();
  await userEvent.click(follow);
  expect(screen.getByLabelText<HTMLInputElement>(/Width on each side \(m\)/).value).toBe('100');
  await fill(screen.getByLabelText(/Deviation from \(m\)/), '50');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Enter a distance of at least the width.');
  await userEvent.clear(screen.getByLabelText(/Deviation from \(m\)/));
  await fill(screen.getByLabelText(/Deviation from \(m\)/), '250');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Geofence saved.');
  expect(sent(server, 'PUT /api/geofences/4')).toMatchObject({
    attributes: { polylineDistance: 100, corridor: true, corridorOuter: 250 },
  });
});

test('[WEBFENCE-8] [WEBFENCE-43] a fence without an id is created, and vehicles may be linked to it at once', async () => {
  const made: object[] = [];
  const server = serverWith([])
    .on('GET /api/geofences', () => ({ body: made }))
    .on('POST /api/geofences', ({ body }) => {
      made.push({ ...(JSON.parse(body) as object), id: 12 });
      return { body: made[0] };
    });
  const fence = newFence();
  const values = { ...withArea(fenceValues(fence, WRITING), 'LINESTRING (1 1, 1 2)', 'en'), name: 'Road' };
  const form = (
    <FenceForm fence={fence} state={[values, () => undefined]} writing={WRITING} onDraw={() => undefined} />
  );
  const page = await openPage({
    server,
    at: '/form',
    routes: () => [
      { path: '/form', element: form },
      { path: '/geofence', element: <FenceListPanel /> },
    ],
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Save' }));
  await screen.findByText('Geofence saved.');
  expect(page.path()).toBe('/geofence');
  await userEvent.click(await screen.findByRole('button', { name: 'Link vehicles to Road' }));
  await screen.findByRole('dialog', { name: /Road/ });
  expect(sent(server, 'POST /api/geofences')).toEqual({
    name: 'Road',
    description: null,
    area: 'LINESTRING (1 1, 1 2)',
    calendarId: 0,
    attributes: { color: values.color },
  });
});

test('[WEBFENCE-9] an error is shown, and the input stays', async () => {
  const server = serverWith([aFence()]).on('PUT /api/geofences/4', {
    status: 400,
    body: 'RIGHT_MISSING - geofences.edit',
  });
  await open(server, '/geofence/4');
  await fill(await screen.findByLabelText(/^Name/), ' North');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Your account does not have permission to do this.');
  expect(screen.getByDisplayValue('Depot North')).toBeTruthy();
});

test('[WEBFENCE-10] deleting asks, can be left, and then deletes', async () => {
  const server = serverWith([aFence()]);
  const page = await open(server, '/geofence/4');
  await userEvent.click(await screen.findByRole('button', { name: 'Delete the geofence' }));
  await screen.findByText(/removed from the map and from all vehicles and groups/);
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Delete the geofence' }));
  server.on('GET /api/geofences', { body: [] });
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  await screen.findByText('Geofence deleted.');
  expect(server.requests('DELETE /api/geofences/4')).toHaveLength(1);
  expect(page.path()).toBe('/geofence');
  await screen.findByText('No geofences yet');
});

test('[WEBFENCE-11] without the right there is nothing to create, save or delete', async () => {
  const attributes = { 'rastro.advancedPerms': encodeRights(['geofences.view']) };
  const server = serverWith([aFence()], { attributes }).on('GET /api/server', {
    body: aServer({ attributes: { 'rastro.enableAdvancedPerms': true } }),
    headers: { licensemode: 'plus' },
  });
  await open(server);
  await userEvent.click(await screen.findByText('Depot'));
  await screen.findByText('Your account cannot change this geofence.');
  expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true);
  expect(screen.queryByRole('button', { name: 'Delete the geofence' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Edit on the map' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Back' }));
  await screen.findByText('Depot');
  expect(screen.queryByRole('button', { name: 'New' })).toBeNull();
});

test('[WEBFENCE-16] drawing takes the place of the panel; cancelling comes back to what was typed', async () => {
  await open(serverWith([aFence()]), '/geofence/4');
  await fill(await screen.findByLabelText(/^Name/), ' South');
  await userEvent.click(screen.getByRole('button', { name: 'Edit on the map' }));
  await screen.findByRole('button', { name: 'Finish' });
  expect(screen.queryByLabelText(/^Name/)).toBeNull();
  // There is no map in these tests, and the user gets a message.
  await screen.findByText('The map is not ready yet and is needed for drawing.');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await screen.findByDisplayValue('Depot South');
});

test('[WEBFENCE-16] a new shape that is cancelled goes back to the list', async () => {
  const page = await open(serverWith([]));
  await userEvent.click(await screen.findByRole('button', { name: 'New' }));
  await userEvent.click(await screen.findByText('Polygon'));
  expect(page.path()).toBe('/geofence/new?shape=polygon');
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(page.path()).toBe('/geofence');
});

test('[WEBFENCE-17] leaving while a shape is drawn asks first', async () => {
  const element = (
    <>
      <FencePanel />
      <Link to="/home">elsewhere</Link>
    </>
  );
  const routes = (): RouteObject[] => [
    { path: '/geofence/:fenceId', element },
    { path: '/home', element: null },
  ];
  const page = await openPage({ server: serverWith([aFence()]), at: '/geofence/4', routes });
  await fill(await screen.findByLabelText(/^Name/), ' South');
  await userEvent.click(screen.getByRole('button', { name: 'Edit on the map' }));
  await screen.findByRole('button', { name: 'Finish' });
  await userEvent.click(screen.getByRole('link', { name: 'elsewhere' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Keep editing' }));
  expect(page.path()).toBe('/geofence/4');
});

test('a geofence that is gone says so', async () => {
  await open(serverWith([]), '/geofence/99');
  await screen.findByText(/no longer exists/);
});
