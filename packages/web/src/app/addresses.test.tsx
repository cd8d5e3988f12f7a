import { knots, type Position } from '@rastro/fleet';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { EventsPanel } from '../areas/events/events-panel.tsx';
import { anEvent, aPosition, aVehicle, MemoryFleet } from '../testing/memory-fleet.ts';
import { aUser, MemoryServer } from '../testing/memory-server.ts';
import { openPage } from '../testing/open-page.tsx';
import { DeviceListScreen } from './device-list-screen.tsx';
import { DeviceScreen } from './device-screen.tsx';
import { SplitScreen } from './split/split-screen.tsx';

/** Knows every place; its name is its latitude. */
const server = (): MemoryServer =>
  new MemoryServer()
    .on('GET /api/session', { body: aUser({ administrator: true }) })
    .on('GET /api/positions', { body: [] })
    .on('GET /api/commands/types', { body: [{ type: 'engineStop' }] })
    .on('GET /api/commands/send', { body: [] })
    .on('GET /api/server/addresses', ({ query }) => ({
      body: query.getAll('place').map((place) => {
        const [latitude, longitude] = place.split(',').map(Number);
        return { latitude, longitude, address: `Rua ${latitude}` };
      }),
    }));
const VEHICLES = [
  aVehicle({ id: 1, name: 'Ambar' }, { latitude: 1, longitude: 2, attributes: { motion: false } }),
  aVehicle({ id: 2, name: 'Brisa' }, { latitude: 3, longitude: 2, address: 'Avenida Paulista, 1578' }),
  aVehicle({ id: 3, name: 'Cobra' }, { latitude: 0, longitude: 0 }),
];
const open = (at: string, from = server()) =>
  openPage({
    server: from,
    at,
    fleet: new MemoryFleet(VEHICLES),
    routes: () => [
      { path: '/devices', element: <DeviceListScreen /> },
      { path: '/devices/:deviceId', element: <DeviceScreen /> },
      { path: '/events', element: <EventsPanel /> },
      { path: '/split', element: <SplitScreen /> },
      { path: '*', element: null },
    ],
  });

test('[PLACE-6] the rows of the list say where each vehicle is; only unknown addresses are requested', async () => {
  const from = server();
  await open('/devices', from);
  const row = (await screen.findAllByText('Rua 1'))[0];
  screen.getAllByText('Avenida Paulista, 1578');
  screen.getAllByText('Unknown location');
  expect(row?.title).toBe('1.000000, 2.000000');
  const asked = from.requests('GET /api/server/addresses').map(({ query }) => query.getAll('place'));
  expect(asked).toEqual([['1,2']]);
});

test('[PLACE-7] an address has its coordinates as a tip; a server that knows none leaves the coordinates', async () => {
  const page = await open('/split?ids=1');
  expect((await screen.findByText('Rua 1')).title).toBe('1.000000, 2.000000');
  page.unmount();
  await open('/split?ids=1', server().on('GET /api/server/addresses', { status: 404 }));
  expect((await screen.findByText('1.000000, 2.000000')).title).toBe('');
});

test('[WEB-87] the question before a lock shows the address of the vehicle', async () => {
  await open('/devices/1');
  const lock = await screen.findByRole('button', { name: 'Lock' });
  await screen.findByText('Rua 1');
  await userEvent.click(lock);
  within(await screen.findByRole('alertdialog')).getByText('Rua 1');
});

test('[EVT-23] events in sight say where, how fast and who, with one request for all of them', async () => {
  const recorded: readonly Position[] = [
    aPosition({ id: 11, latitude: 5, speed: knots(27), attributes: { driverUniqueId: 'K-1' } }),
    aPosition({ id: 12, latitude: 6, speed: knots(0), attributes: { driverUniqueId: 'K-9' } }),
  ];
  const eventTime = new Date().toISOString();
  const events = [
    anEvent({ id: 1, positionId: 11, eventTime }),
    { ...anEvent({ id: 2, positionId: 12, eventTime }), address: 'Praça da Sé' },
    anEvent({ id: 3, positionId: 0, eventTime }),
  ];
  const from = server()
    .on('GET /api/reports/events', { body: events })
    .on('GET /api/positions', { body: recorded })
    .on('GET /api/drivers', { body: [{ id: 4, name: 'Rui', uniqueId: 'K-1', attributes: {} }] });
  await open('/events', from);
  await screen.findByText('Rui');
  const rows = within(await screen.findByRole('list', { name: 'Events' }));
  await rows.findByText('Rua 5');
  rows.getByText('50 km/h');
  rows.getByText('Praça da Sé');
  rows.getByText('K-9');
  expect(rows.queryByText('0 km/h')).toBeNull();
  expect(from.requests('GET /api/positions')).toHaveLength(1);
});
