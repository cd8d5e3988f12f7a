import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { RoadOrder } from '@rastro/fleet/orders';
import type { DayPlanAnswer, DayPlanResult, RouteTimes } from '@rastro/fleet/road-routes';
import { expect, test } from 'vitest';
import { aServer, aUser, MemoryServer } from '../../testing/memory-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { fitsDay } from './plan-values.ts';
import { RoutePanel } from './route-panel.tsx';
import { RoutesPanel } from './routes-panel.tsx';

const orderNo = (id: number, customer: string, more: Partial<RoadOrder> = {}): RoadOrder => ({
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
  state: 'planned',
  reason: null,
  attempt: 1,
  deviceId: 0,
  deviceName: '',
  driverUniqueId: '',
  driverName: '',
  routeId: 0,
  arrivedAt: null,
  endedAt: null,
  isDisputed: false,
  createdTime: '2026-11-28T12:00:00.000Z',
  ...more,
});
const NEXT_DAY = { from: '2026-12-02T12:00:00.000Z', to: '2026-12-02T15:00:00.000Z' };
const ORDERS = [orderNo(1, 'Padaria'), orderNo(2, 'Mercado'), orderNo(3, 'Oficina', NEXT_DAY)];
const TIMES: RouteTimes = {
  stops: [
    {
      orderId: 1,
      arrivesAt: '2026-12-01T11:10:00.000Z',
      leavesAt: '2026-12-01T11:20:00.000Z',
      waitSeconds: 0,
      isLate: true,
      meters: 4000,
    },
  ],
  endsAt: '2026-12-01T12:00:00.000Z',
  meters: 12_000,
  load: 30,
  travel: { source: 'history', failure: null },
};
const FRAME = {
  day: '2026-12-01',
  deviceId: 3,
  deviceName: 'Van 3',
  driverUniqueId: '',
  driverName: '',
  beginsAt: '2026-12-01T11:00:00.000Z',
  start: null,
  end: null,
  capacity: 0,
  note: '',
} as const;
const RESULT: DayPlanResult = {
  routes: [{ ...FRAME, routeId: 5, version: 4, orderIds: [1], ...TIMES }],
  unplanned: [{ orderId: 2, reason: 'outOfTime' }],
  travel: { source: 'history', failure: null },
  optimiser: 'builtIn',
  failure: 'slow',
};
const planOf = (state: 'running' | 'done' | 'failed', share = 0): DayPlanAnswer => ({
  plan: { id: 'one', day: '2026-12-01', state, share, result: state === 'done' ? RESULT : null },
  orders: state === 'done' ? ORDERS.slice(0, 2) : [],
});
const ROUTE = { id: 5, version: 4, ownerId: 1, createdTime: '2026-11-28T12:00:00.000Z', ...FRAME, ...TIMES };

/** A server whose plan is what it was told last. */
function serverOf() {
  const state = { answer: { plan: null, orders: [] } as DayPlanAnswer, saveStatus: 201 };
  const server = new MemoryServer()
    .on('GET /api/server', { body: aServer({}), headers: { licensemode: 'plus' } })
    .on('GET /api/session', { body: aUser({ administrator: true }) })
    .on('GET /api/geofences', { body: [] })
    .on('GET /api/devices', { body: [] })
    .on('GET /ext/orders', { body: { orders: ORDERS, next: null, counts: [] } })
    .on('GET /ext/routes', {
      body: {
        routes: [{ ...ROUTE, stopCount: 1, lateCount: 1, progress: { done: 0, failed: 0, open: 1 } }],
        next: null,
      },
    })
    .on('GET /ext/routes/plan', () => ({ body: state.answer }))
    .on('POST /ext/routes/plan', () => {
      state.answer = planOf('running', 0.4);
      return { body: state.answer };
    })
    .on('DELETE /ext/routes/plan', () => {
      state.answer = { plan: null, orders: [] };
      return { status: 204, body: '' };
    })
    .on('POST /ext/routes/plan/save', () =>
      state.saveStatus === 201
        ? { status: 201, body: state.answer }
        : { status: 409, body: 'Plan outdated - Orders or routes have changed since; plan again' },
    );
  return { server, state };
}
const open = (server: MemoryServer) =>
  openPage({
    server,
    at: '/routes/plan?day=2026-12-01',
    routes: () => [
      { path: '/routes', element: <RoutesPanel /> },
      { path: '/routes/:routeId', element: <RoutePanel /> },
    ],
  });
const sent = (server: MemoryServer, key: string): readonly Record<string, unknown>[] =>
  server.seen
    .filter(({ method, path }) => `${method} ${path}` === key)
    .map(({ body }): Record<string, unknown> => JSON.parse(body));

test('[WEBPLAN-1] orders of the day and vehicles with a route are chosen; without either nothing is asked', async () => {
  const { server } = serverOf();
  await open(server);
  await screen.findByText('2 of 2 orders chosen');
  expect(screen.queryByText('Oficina')).toBeNull();
  const van = screen.getByRole('checkbox', { name: 'Van 3' });
  await userEvent.click(van);
  await userEvent.click(screen.getByRole('button', { name: 'Plan' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Choose at least one vehicle.');
  expect(sent(server, 'POST /ext/routes/plan')).toEqual([]);
  await userEvent.click(van);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Mercado' }));
  await userEvent.click(screen.getByRole('button', { name: 'Plan' }));
  await screen.findByText('Calculating the routes…');
  const [question] = sent(server, 'POST /ext/routes/plan');
  expect(question).toMatchObject({
    day: '2026-12-01',
    orderIds: [1],
    vehicles: [{ routeId: 5, deviceId: 3 }],
  });
});

test('[WEBPLAN-2] a search shows how far it is and can be cancelled; a broken one says so', async () => {
  const { server, state } = serverOf();
  state.answer = planOf('running', 0.4);
  await open(server);
  expect((await screen.findByRole('progressbar')).getAttribute('value')).toBe('40');
  state.answer = planOf('running', 0.8);
  await waitFor(() => expect(screen.getByRole('progressbar').getAttribute('value')).toBe('80'));
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await screen.findByText('2 of 2 orders chosen');
  expect(state.answer.plan).toBeNull();
});

test('[WEBPLAN-3] a plan shows times, late stops and what is on no route, and saves all of it', async () => {
  const { server, state } = serverOf();
  state.answer = planOf('done', 1);
  state.saveStatus = 409;
  await open(server);
  await screen.findByText(/1 stop on 1 route/);
  expect(screen.getByRole('region', { name: 'Van 3' }).textContent).toMatch(/Padaria.*too late/);
  expect(screen.getByRole('region', { name: 'On no route' }).textContent).toMatch(
    /Mercado.*No vehicle is there in its time window/,
  );
  screen.getByText(/The optimization service took too long/);
  const save = screen.getByRole('button', { name: 'Save 1 route' });
  await userEvent.click(save);
  await screen.findByText(/Plan again\./);
  state.saveStatus = 201;
  await userEvent.click(save);
  await screen.findByRole('heading', { name: 'Routes' });
  expect(sent(server, 'POST /ext/routes/plan/save')).toEqual([{ id: 'one' }, { id: 'one' }]);
});

test('[WEBPLAN-4] an order fits the days of its window, in the zone of the reader, and any without one', () => {
  const fits = fitsDay('2026-12-01', 'America/Sao_Paulo');
  const window = (from: string | null, to: string | null) => fits({ from, to });
  expect(window(null, null)).toBe(true);
  expect(window('2026-12-02T02:30:00Z', null)).toBe(true);
  expect(window('2026-12-02T03:30:00Z', null)).toBe(false);
  expect(window(null, '2026-12-01T02:00:00Z')).toBe(false);
  expect(window('2026-11-30T12:00:00Z', '2026-12-03T12:00:00Z')).toBe(true);
});
