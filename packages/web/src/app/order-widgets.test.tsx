import { encodeRights } from '@rastro/fleet';
import type { OrderFigures } from '@rastro/fleet/orders';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { OrdersPanel } from '../areas/orders/orders-panel.tsx';
import { OverviewScreen } from '../areas/overview/overview-screen.tsx';
import { aVehicle, MemoryFleet } from '../testing/memory-fleet.ts';
import { aServer, aUser, MemoryServer } from '../testing/memory-server.ts';
import { openPage } from '../testing/open-page.tsx';

const VEHICLES = [aVehicle({ id: 3, name: 'Van 3', groupId: 4 }), aVehicle({ id: 5, name: 'Van 5' })];
const order = (id: number, more: object) => ({
  id,
  version: 1,
  ownerId: 1,
  reference: '',
  customer: `Shop ${id}`,
  place: { address: 'Rua 1', latitude: null, longitude: null, geofenceId: 0 },
  from: null,
  to: '2026-11-30T12:00:00.000Z',
  minutes: 10,
  load: 0,
  contact: { name: '', phone: '', email: '' },
  note: '',
  code: '',
  wrongCodes: 0,
  state: 'assigned',
  reason: null,
  attempt: 1,
  deviceId: 3,
  deviceName: 'Van 3',
  driverUniqueId: '',
  driverName: '',
  routeId: 0,
  arrivedAt: null,
  endedAt: null,
  isDisputed: false,
  createdTime: '2026-11-28T12:00:00.000Z',
  ...more,
});
const figures = (more: Partial<OrderFigures> = {}): OrderFigures => ({
  orders: 9,
  done: 8,
  failed: 1,
  cancelled: 0,
  open: 0,
  onTime: 5,
  late: 2,
  compared: 0,
  delaySeconds: 0,
  ...more,
});
const count = (state: string, count: number) => ({ state, count });
const widget = (kind: string, y: number) => ({ id: kind, kind, x: 0, y, w: 6, h: 5, settings: {} });
const LAYOUT = {
  id: 1,
  version: 1,
  name: 'Mine',
  period: { preset: '7d' },
  groupIds: [],
  deviceIds: [],
  widgets: [widget('orders', 0), widget('punctuality', 5)],
};
let totals: OrderFigures[] = [];
const server = (user: object = { administrator: true }): MemoryServer =>
  new MemoryServer()
    .on('GET /api/session', { body: aUser({ attributes: { timezone: 'UTC' }, ...user }) })
    .on('GET /api/server', {
      body: aServer({ attributes: { 'rastro.enableAdvancedPerms': true } }),
      headers: { licensemode: 'plus' },
    })
    .on('GET /api/groups', { body: [{ id: 4, name: 'South', groupId: 0, attributes: {} }] })
    .on('GET /api/devices', { body: VEHICLES.map(({ device }) => device) })
    .on('GET /api/drivers', { body: [] })
    .on('GET /ext/layouts', { body: { layouts: [LAYOUT], standard: null, forCustomers: null } })
    .on('GET /ext/orders', ({ query }) => {
      const risk = query.get('risk');
      if (risk === 'late')
        return { body: { orders: [order(7, {})], next: null, counts: [count('assigned', 1)] } };
      const counts = risk === null ? [count('assigned', 3), count('done', 6)] : [];
      return { body: { orders: [], next: null, counts } };
    })
    .on('GET /ext/orders/report', () => ({
      body: { total: totals.shift() ?? figures(), reasons: [], groups: [], hiddenGroups: 0 },
    }));
const open = (of: MemoryServer, at = '/overview?groups=4') =>
  openPage({
    server: of,
    at,
    fleet: new MemoryFleet(VEHICLES),
    routes: () => [
      { path: '/overview', element: <OverviewScreen /> },
      { path: '/orders', element: <OrdersPanel /> },
      { path: '*', element: null },
    ],
  });
const region = (name: string): Promise<HTMLElement> => screen.findByRole('region', { name });
const asked = (of: MemoryServer, path: string) =>
  of.seen.filter((each) => each.path === path).map(({ query }) => query);

test('[OVER-34] orders of today stand by state, late ones first, and each number leads to the list of those', async () => {
  const of = server();
  await open(of);
  const box = within(await region('Orders today'));
  await box.findByRole('link', { name: '1 Late' });
  box.getByRole('link', { name: '6 Done' });
  box.getByRole('link', { name: /Shop 7.*Van 3/ });
  expect(asked(of, '/ext/orders').map((query) => query.get('groupId'))).toEqual(['4', '4', '4']);
  const [all] = asked(of, '/ext/orders');
  await userEvent.click(box.getByRole('link', { name: '1 Late' }));
  await screen.findByText('Only 1 vehicle');
  await screen.findByText('Shop 7');
  const last = asked(of, '/ext/orders').at(-1);
  expect(['risk', 'groupId', 'from', 'to'].map((name) => last?.get(name))).toEqual([
    'late',
    '4',
    all?.get('from'),
    all?.get('to'),
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Show all vehicles' }));
  await waitFor(() => expect(asked(of, '/ext/orders').at(-1)?.get('groupId')).toBeNull());
});

test('[OVER-34] the share on time is that of the report, to the last digit, beside the period before', async () => {
  totals = [figures(), figures({ onTime: 1, late: 1 })];
  const of = server();
  await open(of);
  const box = within(await region('Orders on time'));
  const rate = await box.findByRole('link', { name: '71.4 On time, %' });
  await box.findByText(/43/);
  const counted = asked(of, '/ext/orders/report')[0];
  await userEvent.click(rate);
  await waitFor(() => expect(screen.getAllByText('71.4')[0]).toBeTruthy());
  const shown = asked(of, '/ext/orders/report').at(-1);
  expect(['from', 'to', 'groupId'].map((name) => shown?.get(name))).toEqual(
    ['from', 'to', 'groupId'].map((name) => counted?.get(name)),
  );
});

test('[OVER-10] without the right to orders nothing of them is asked for', async () => {
  const rights = { 'rastro.advancedPerms': encodeRights(['reports.view']) };
  const of = server({ administrator: false, attributes: { timezone: 'UTC', ...rights } });
  await open(of, '/overview');
  await region('Orders today');
  expect(asked(of, '/ext/orders')).toEqual([]);
  expect(asked(of, '/ext/orders/report')).toEqual([]);
});
