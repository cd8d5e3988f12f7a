import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { RoadOrder } from '@rastro/fleet/orders';
import type { LiveRoute, RoadRouteDetail, RouteTimes } from '@rastro/fleet/road-routes';
import { expect, test } from 'vitest';
import { aServer, aUser, MemoryServer } from '../../testing/memory-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { RoutePanel } from './route-panel.tsx';
import { RoutesPanel } from './routes-panel.tsx';
import { movedTo } from './route-values.ts';

const orderNo = (id: number, customer: string): RoadOrder => ({
  id,
  version: 1,
  ownerId: 1,
  reference: '',
  customer,
  place: { address: `Rua ${id}`, latitude: -23.5, longitude: -46.6 - id / 100, geofenceId: 0 },
  from: null,
  to: null,
  minutes: 10,
  load: 30,
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
  routeId: 5,
  arrivedAt: null,
  endedAt: null,
  isDisputed: false,
  createdTime: '2026-11-28T12:00:00.000Z',
});
const ORDERS = [orderNo(1, 'Padaria'), orderNo(2, 'Mercado'), orderNo(3, 'Oficina')];
const FREE = { ...orderNo(9, 'Hospital'), routeId: 0, state: 'planned', deviceId: 0, deviceName: '' };
const timesOf = (ids: readonly number[]): RouteTimes => ({
  stops: ids.map((orderId, at) => ({
    orderId,
    arrivesAt: `2026-12-01T1${at + 1}:00:00.000Z`,
    leavesAt: `2026-12-01T1${at + 1}:10:00.000Z`,
    waitSeconds: 0,
    isLate: at === 2,
    meters: 5000,
  })),
  endsAt: '2026-12-01T15:00:00.000Z',
  meters: 15_000,
  load: ids.length * 30,
  travel: { source: 'history', failure: null },
});
const ROUTE: RoadRouteDetail = {
  id: 5,
  version: 4,
  ownerId: 1,
  day: '2026-12-01',
  deviceId: 3,
  deviceName: 'Van 3',
  driverUniqueId: '',
  driverName: '',
  beginsAt: '2026-12-01T11:00:00.000Z',
  start: null,
  end: null,
  capacity: 80,
  note: '',
  createdTime: '2026-11-28T12:00:00.000Z',
  ...timesOf([1, 2, 3]),
  orders: ORDERS,
};
const { orders: _, stops: __, ...ROUTE_ALONE } = ROUTE;
const LINE = { ...ROUTE_ALONE, stopCount: 3, lateCount: 1 };
const LIVE: LiveRoute = {
  positionAt: '2026-12-01T11:40:00.000Z',
  isSilent: false,
  stops: [
    {
      orderId: 1,
      arrivedAt: '2026-12-01T11:04:00.000Z',
      leftAt: '2026-12-01T11:21:00.000Z',
      expected: null,
      risk: 'none',
    },
    {
      orderId: 2,
      arrivedAt: null,
      leftAt: null,
      expected: {
        at: '2026-12-01T12:12:00.000Z',
        from: '2026-12-01T12:05:00.000Z',
        to: '2026-12-01T12:30:00.000Z',
      },
      risk: 'atRisk',
    },
    { orderId: 3, arrivedAt: null, leftAt: null, expected: null, risk: 'none' },
  ],
  endsAt: '2026-12-01T15:20:00.000Z',
  travel: { source: 'history', failure: null },
};

const serverOf = (): MemoryServer =>
  new MemoryServer()
    .on('GET /api/server', { body: aServer({}), headers: { licensemode: 'plus' } })
    .on('GET /api/session', { body: aUser({ administrator: true }) })
    .on('GET /api/drivers', { body: [] })
    .on('GET /api/geofences', { body: [] })
    .on('GET /ext/routes', {
      body: { routes: [{ ...LINE, progress: { done: 1, failed: 0, open: 2 } }], next: null },
    })
    .on('GET /ext/routes/5', { body: ROUTE })
    .on('GET /ext/routes/5/live', { body: LIVE })
    .on('GET /ext/orders', { body: { orders: [...ORDERS, FREE], next: null, counts: [] } })
    .on('POST /ext/routes/times', ({ body }) => ({ body: timesOf(JSON.parse(body).orderIds) }));
const open = (server: MemoryServer, at: string) =>
  openPage({
    server,
    at,
    routes: () => [
      { path: '/routes', element: <RoutesPanel /> },
      { path: '/routes/:routeId', element: <RoutePanel /> },
    ],
  });
const bodies = (server: MemoryServer, key: string) =>
  server.seen
    .filter(({ method, path }) => `${method} ${path}` === key)
    .map(({ body }): Record<string, unknown> => JSON.parse(body));
const stopNames = (): readonly string[] =>
  screen
    .getAllByRole('button', { name: /take off the route/ })
    .map((button) => button.getAttribute('aria-label')?.replace(': take off the route', '') ?? '');

test('[WEBROUTE-1] a day shows its routes with vehicle, times and how far they are; day and words are in the address', async () => {
  const server = serverOf();
  await open(server, '/routes?day=2026-12-01');
  const row = await screen.findByRole('button', { name: /Van 3/ });
  expect(row.textContent).toMatch(/3 stops/);
  expect(row.textContent).toMatch(/1 of 3 done/);
  expect(row.textContent).toMatch(/1 stop too late/);
  await userEvent.click(screen.getByRole('button', { name: 'The day after' }));
  await waitFor(() => {
    const asked = server.seen.findLast(({ path }) => path === '/ext/routes');
    expect([asked?.query.get('from'), asked?.query.get('to')]).toEqual(['2026-12-02', '2026-12-02']);
  });
});

test('[WEBROUTE-2] stops are moved by buttons, taken off and added, and times follow before anything is saved', async () => {
  const server = serverOf().on('PUT /ext/routes/5', { body: { ...ROUTE, version: 5 } });
  await open(server, '/routes/5');
  await screen.findByRole('heading', { name: 'Van 3' });
  expect(stopNames()).toEqual(['Padaria', 'Mercado', 'Oficina']);
  await screen.findByText('The load is 90, the vehicle takes 80.');
  await userEvent.click(screen.getByRole('button', { name: 'Oficina: earlier' }));
  await userEvent.click(screen.getByRole('button', { name: 'Padaria: take off the route' }));
  await userEvent.click(screen.getByRole('button', { name: 'Add stops' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Add Hospital' }));
  expect(stopNames()).toEqual(['Oficina', 'Mercado', 'Hospital']);
  await waitFor(() => {
    expect(bodies(server, 'POST /ext/routes/times').at(-1)?.['orderIds']).toEqual([3, 2, 9]);
  });
  expect(bodies(server, 'PUT /ext/routes/5')).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => {
    const [sent] = bodies(server, 'PUT /ext/routes/5');
    expect([sent?.['orderIds'], sent?.['version'], sent?.['day']]).toEqual([[3, 2, 9], 4, '2026-12-01']);
  });
});

test('[WEBROUTE-3] a new route needs a vehicle; what was put in order stays when it cannot be saved', async () => {
  const server = serverOf().on('PUT /ext/routes/5', {
    status: 409,
    body: 'Route changed - Somebody else has changed it; look at it again before you save',
  });
  await open(server, '/routes/5');
  await userEvent.click(await screen.findByRole('button', { name: 'Padaria: later' }));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Somebody else has changed this route. Look at it again before you save.');
  expect(stopNames()).toEqual(['Mercado', 'Padaria', 'Oficina']);
});

test('[WEBROUTE-3] a route without a vehicle is not sent', async () => {
  const server = serverOf();
  await open(server, '/routes/new?day=2026-12-01');
  await userEvent.click(await screen.findByRole('button', { name: 'Save' }));
  await screen.findByText('Choose a vehicle.');
  expect(bodies(server, 'POST /ext/routes')).toEqual([]);
});

test('[WEBROUTE-4] a route is deleted after a question that says what becomes of its orders', async () => {
  const server = serverOf().on('DELETE /ext/routes/5', { status: 204 });
  await open(server, '/routes/5');
  await userEvent.click(await screen.findByRole('button', { name: 'Delete route' }));
  const dialog = await screen.findByRole('alertdialog');
  expect(dialog.textContent).toMatch(/3 orders are assigned to nobody/);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete route' }));
  await waitFor(() => {
    expect(server.seen.some(({ method, path }) => `${method} ${path}` === 'DELETE /ext/routes/5')).toBe(true);
  });
});

test('[WEBROUTE-2] a stop goes where it is dropped', () => {
  expect(movedTo(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
  expect(movedTo(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
  expect(movedTo(['a', 'b'], 5, 0)).toEqual(['a', 'b']);
});

test('[WEBROUTE-5] a stop says when the vehicle came and left, or when it is expected and whether that is late', async () => {
  const server = serverOf();
  await open(server, '/routes/5');
  const stopCalled = async (name: string): Promise<string> =>
    (await screen.findByRole('button', { name: new RegExp(`^${name} ?Rua`) })).textContent;
  await screen.findByText(/^arrived/);
  expect(await stopCalled('Padaria')).toMatch(/arrived .*04.*left .*21/);
  expect(await stopCalled('Mercado')).toMatch(/expected .*12 .*\(.*05.* – .*30.*\).*may be late/);
  expect(await stopCalled('Oficina')).not.toMatch(/expected/);
  screen.getByText(/As things are, the route ends at/);
});
