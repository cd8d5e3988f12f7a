import { NO_TOTALS, type FleetAlarm, type MaintenanceDue } from '@rastro/fleet';
import { WIDGET_KINDS, type WidgetKind } from '@rastro/fleet/layouts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { DriverListPanel } from '../areas/drivers/driver-list-panel.tsx';
import { EventsPanel } from '../areas/events/events-panel.tsx';
import { WorkPanel } from '../areas/maintenances/work-panel.tsx';
import { OverviewScreen } from '../areas/overview/overview-screen.tsx';
import { CustomersPanel } from '../areas/resellers/customers-panel.tsx';
import { anEvent, aVehicle, MemoryFleet } from '../testing/memory-fleet.ts';
import { aServer, aUser, MemoryServer } from '../testing/memory-server.ts';
import { openPage } from '../testing/open-page.tsx';
import { DeviceListScreen } from './device-list-screen.tsx';

const VEHICLES = [
  aVehicle({ id: 1, name: 'Ambar', groupId: 4 }, { attributes: { motion: true }, geofenceIds: [9] }),
  aVehicle({ id: 2, name: 'Bravo', groupId: 6 }, { geofenceIds: [9] }),
  aVehicle({ id: 3, name: 'Cobra', groupId: 5 }, { geofenceIds: [9] }),
  aVehicle({ id: 4, name: 'Delta', groupId: 6, status: 'offline' }, { attributes: { motion: true } }),
  aVehicle({ id: 5, name: 'Eco' }, { attributes: { motion: true } }),
];
const alarm = (id: number, deviceId: number, isSeen: boolean): FleetAlarm => ({
  ...anEvent({ id, deviceId, eventTime: new Date(Date.now() - 3_600_000).toISOString() }),
  acknowledged: isSeen
    ? { userId: 1, userName: 'Ana', time: new Date(Date.now() - 1_800_000).toISOString(), note: null }
    : null,
});
const ALARMS = [
  alarm(1, 1, false),
  alarm(2, 2, false),
  alarm(3, 3, false),
  alarm(4, 4, true),
  alarm(5, 5, true),
];
const due = (deviceId: number, state: MaintenanceDue['state']): MaintenanceDue => ({
  maintenanceId: 1,
  deviceId,
  deviceName: `Vehicle ${deviceId}`,
  state,
  value: 1,
  due: 2,
  perDay: 1,
  dueTime: null,
  lastTime: null,
});
const driver = (id: number, day: string) => ({
  id,
  name: `Driver ${id}`,
  uniqueId: `k${id}`,
  attributes: { 'rastro.licenceValidity': day },
});
const customer = (userId: number, more: object) => ({
  userId,
  name: `Customer ${userId}`,
  email: `c${userId}@example.com`,
  isReseller: false,
  users: 0,
  devices: 3,
  online: 0,
  silent: 0,
  deviceLimit: -1,
  resellerLimit: -1,
  userLimit: 0,
  lastSeen: null,
  state: 'active',
  expirationTime: null,
  overdue: { count: 0, value: 0 },
  ...more,
});
/** Of a vehicle; those of the third one are signed. */
const defect = (deviceId: number) => ({
  id: deviceId,
  deviceId,
  deviceName: `Car ${deviceId}`,
  itemText: 'Brakes',
  severity: 'minor',
  note: '',
  foundAt: '2026-11-20T10:00:00.000Z',
  foundBy: 'Ana',
  state: deviceId === 3 ? 'repaired' : 'open',
  deferredUntil: null,
});
const server = (): MemoryServer =>
  new MemoryServer()
    .on('GET /api/session', { body: aUser({ administrator: true, attributes: { timezone: 'UTC' } }) })
    .on('GET /api/server', {
      body: aServer({ attributes: { 'rastro.enableBilling': true } }),
      headers: { licensemode: 'plus' },
    })
    .on('GET /api/groups', {
      body: [
        { id: 4, name: 'South', groupId: 0, attributes: {} },
        { id: 6, name: 'Port', groupId: 4, attributes: {} },
      ],
    })
    .on('GET /api/devices', { body: VEHICLES.map(({ device }) => device) })
    .on('GET /api/geofences', { body: [{ id: 9, name: 'Yard', area: 'CIRCLE (1 2, 30)', attributes: {} }] })
    .on('GET /ext/layouts', { body: { layouts: [], standard: null, forCustomers: null } })
    .on('GET /ext/acknowledged', { body: { ids: [] } })
    .on('GET /api/alarms', { body: ALARMS })
    .on('GET /api/reports/events', { body: ALARMS.map(({ acknowledged: _, ...event }) => event) })
    .on('GET /api/services/due', {
      body: [due(1, 'overdue'), due(2, 'soon'), due(3, 'overdue'), due(4, 'ahead')],
    })
    .on('GET /api/maintenance', {
      body: [{ id: 1, name: 'Oil', type: 'totalDistance', start: 0, period: 1000, attributes: {} }],
    })
    .on('GET /api/drivers', {
      body: [driver(1, '2020-01-01'), driver(2, '2020-01-02'), driver(3, '2090-01-01')],
    })
    .on('GET /ext/defects', { body: { defects: [defect(1), defect(2), defect(3)], next: null, counts: [] } })
    .on('GET /api/check-ins', { body: [] })
    .on('GET /api/reports/inactive', { body: [] })
    .on('GET /api/reports/geofences', { body: [] })
    .on('GET /api/reports/totals', {
      body: [{ ...NO_TOTALS, vehicles: 3, fuelMl: 5000, fuelDistance: 900_000 }],
    })
    .on('GET /api/reports/scores', { body: [] })
    .on('GET /ext/reseller', {
      body: {
        path: [],
        customers: [
          customer(7, { state: 'suspended', silent: 1, overdue: { count: 2, value: 4500 } }),
          customer(8, { devices: 9 }),
        ],
        total: { devices: 12, online: 2, silent: 1 },
        growth: null,
      },
    })
    .on('GET /ext/billing/summary', {
      body: {
        today: '2026-11-28',
        due: { count: 1, value: 100 },
        overdue: { count: 2, value: 4500 },
        received: { count: 0, value: 0 },
      },
    });
const open = (at: string) =>
  openPage({
    server: server(),
    at,
    fleet: new MemoryFleet(VEHICLES),
    routes: () => [
      { path: '/overview', element: <OverviewScreen /> },
      { path: '/devices', element: <DeviceListScreen /> },
      { path: '/events', element: <EventsPanel /> },
      { path: '/maintenances/due', element: <WorkPanel /> },
      { path: '/drivers', element: <DriverListPanel /> },
      { path: '/reseller', element: <CustomersPanel /> },
      { path: '*', element: null },
    ],
  });
const widget = (name: string): Promise<HTMLElement> => screen.findByRole('region', { name });
const rows = async (count: number): Promise<void> =>
  waitFor(() => expect(screen.queryAllByRole('option')).toHaveLength(count));

test.each([
  ['Vehicles by state', '2 Moving', async () => rows(2)],
  ['Vehicles by state', '1 Stopped', async () => rows(1)],
  ['Vehicles by state', '1 Offline', async () => rows(1)],
  ['At geofences now', '2 Yard', async () => rows(2)],
  ['Alarms waiting', '2 Waiting', async () => void (await screen.findByText('2 events'))],
  [
    'Alarms waiting',
    '30 min Half acknowledged within',
    async () => void (await screen.findByText('1 event')),
  ],
  ['Maintenance due', '1 Overdue', async () => void (await screen.findByText('1 item'))],
  ['Maintenance due', '2 Overdue or due in 30 days', async () => void (await screen.findByText('2 items'))],
  ['Maintenance due', '2 Open defects', async () => void (await screen.findByText('2 items'))],
  ['Driver licenses', '2 Expired', async () => rows(2)],
  ['Customers', '1 Active', async () => rows(1)],
  ['Customers', '1 Not active', async () => rows(1)],
  [
    'Trackers of customers who owe',
    '3 Trackers',
    async () => void (await screen.findByText('Only customers who owe: 3 vehicles · 1')),
  ],
])('[OVER-1] %s: %s leads to a list with as many, for the same vehicles', async (name, number, hasAsMany) => {
  await open('/overview?groups=4');
  await userEvent.click(await within(await widget(name)).findByRole('link', { name: number }));
  await hasAsMany();
});

test('[OVER-1] no number of any widget is plain, also for some of the vehicles', async () => {
  await open('/overview?groups=4&devices=3');
  await waitFor(() => expect(screen.getAllByRole('region').length).toBeGreaterThanOrEqual(16));
  const kinds = Object.keys(WIDGET_KINDS) as WidgetKind[];
  expect(kinds).toHaveLength(19);
  await waitFor(() => expect(document.querySelectorAll('.value').length).toBeGreaterThan(35));
  const plain = [...document.querySelectorAll('.value')].filter((each) => each.closest('a') === null);
  expect(plain.map(({ parentElement }) => parentElement?.textContent)).toEqual([]);
});

test('[OVER-22] a list says for how many vehicles it is, and goes back to all of them', async () => {
  const page = await open('/events?period=30d&waiting=1&groups=4');
  await screen.findByText('Only 3 vehicles');
  await userEvent.click(screen.getByRole('button', { name: 'Show all vehicles' }));
  await screen.findByText('3 events');
  expect(page.path()).toBe('/events?period=30d&waiting=1');
  page.unmount();
  const list = await open('/devices?devices=3,5&inside=9');
  await screen.findByText('Only 2 vehicles');
  await rows(1);
  await userEvent.click(screen.getByRole('button', { name: 'Show vehicles anywhere' }));
  await rows(2);
  await userEvent.click(screen.getByRole('button', { name: 'Show all vehicles' }));
  await rows(5);
  await waitFor(() => expect(list.path()).toBe('/devices'));
});
