import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { comparedTotal, type ComparedStop, type RouteComparison } from '@rastro/fleet/road-routes';
import { expect, test, vi } from 'vitest';
import { aServer, aUser, MemoryServer } from '../../testing/memory-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { OrdersPanel } from './orders-panel.tsx';

const stop = (orderId: number, more: Partial<ComparedStop> = {}): ComparedStop => ({
  orderId,
  customer: `Shop ${orderId}`,
  reference: '',
  address: '',
  state: 'done',
  reason: null,
  plannedPlace: orderId,
  actualPlace: null,
  plannedAt: `2026-11-30T1${orderId}:00:00.000Z`,
  arrivedAt: null,
  delaySeconds: null,
  isLate: false,
  plannedWorkSeconds: 600,
  workSeconds: null,
  plannedMeters: 4000,
  drivenSeconds: null,
  drivenMeters: null,
  ...more,
});
const route = (routeId: number, stops: readonly ComparedStop[]): RouteComparison => ({
  routeId,
  day: '2026-11-30',
  deviceId: 3,
  deviceName: `Van ${routeId}`,
  driverUniqueId: 'd1',
  driverName: 'Ana',
  stops,
  total: comparedTotal(stops),
  isMeasured: true,
});
const FIRST = route(7, [
  stop(1, {
    actualPlace: 2,
    arrivedAt: '2026-11-30T12:30:00.000Z',
    delaySeconds: 5400,
    isLate: true,
    workSeconds: 930,
    drivenSeconds: 1200,
    drivenMeters: 12_340,
  }),
  stop(2, { actualPlace: 1, arrivedAt: '2026-11-30T12:00:00.000Z', delaySeconds: 0 }),
]);
/** Answers in which distances are still being read. */
let reads = 0;
const serverOf = () =>
  new MemoryServer()
    .on('GET /api/server', { body: aServer({}), headers: { licensemode: 'plus' } })
    .on('GET /api/session', { body: aUser({ administrator: true, attributes: { timezone: 'UTC' } }) })
    .on('GET /api/groups', { body: [{ id: 4, name: 'South', groupId: 0, attributes: {} }] })
    .on('GET /api/drivers', { body: [{ id: 1, name: 'Ana', uniqueId: 'd1', attributes: {} }] })
    .on('GET /ext/orders/report', {
      body: {
        total: {},
        reasons: [],
        hiddenGroups: 0,
        groups: [{ key: 'Shop 1', name: 'Shop 1' }],
      },
    })
    .on('GET /ext/routes/comparison', ({ query }) => ({
      body:
        reads-- > 0
          ? { routes: [{ ...FIRST, isMeasured: false }], next: '7 1' }
          : query.has('after')
            ? { routes: [route(8, [stop(3)])], next: null }
            : { routes: [FIRST], next: '7 1' },
    }));
const open = (server: MemoryServer, more = '') =>
  openPage({
    server,
    at: `/orders?tab=report&by=stop&from=2026-11-01&to=2026-11-30${more}`,
    routes: () => [
      { path: '/orders', element: <OrdersPanel /> },
      { path: '/routes/:routeId', element: <p>the route</p> },
    ],
  });
const cells = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);
const asked = (server: MemoryServer) =>
  server.seen.filter(({ path }) => path === '/ext/routes/comparison').map(({ query }) => query);

test('[WEBORDER-8] each stop stands beside its plan, each route has its total, and unknown is no figure', async () => {
  await open(serverOf());
  const late = await screen.findByRole('row', { name: /Shop 1/ });
  expect(cells(late).slice(0, -1)).toEqual([
    '1 → 2',
    '11:00',
    '12:30late',
    '90',
    '10',
    '15.5',
    '4',
    '12.3',
    '20',
  ]);
  expect(cells(screen.getByRole('row', { name: /Shop 2/ })).slice(0, -1)).toEqual([
    '2 → 1',
    '12:00',
    '12:00',
    '0',
    '10',
    '–',
    '4',
    '–',
    '–',
  ]);
  expect(cells(screen.getByRole('row', { name: /^Total/ }))).toEqual([
    '2 of 2 stops reached',
    '90',
    '10',
    '15.5',
    '8',
    '12.3',
    '20',
    '–',
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
  await screen.findByRole('row', { name: /Shop 3/ });
  await userEvent.click(screen.getByRole('link', { name: /Van 8/ }));
  await screen.findByText('the route');
});

test('[WEBORDER-8] group, driver, customer and vehicle narrow the report; a file has all pages', async () => {
  const saved: Blob[] = [];
  Object.assign(URL, {
    createObjectURL: (blob: Blob) => {
      saved.push(blob);
      return 'blob:stops';
    },
    revokeObjectURL: () => {},
  });
  const server = serverOf();
  await open(server, '&device=3&group=4&driver=d1&q=shop');
  await screen.findByRole('row', { name: /Shop 1/ });
  await userEvent.click(screen.getByRole('combobox', { name: 'Customer' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Shop 1' }));
  await waitFor(() => expect(asked(server).at(-1)?.get('customer')).toBe('Shop 1'));
  const query = asked(server).at(-1);
  expect(['deviceId', 'groupId', 'driver', 'text', 'from', 'to'].map((name) => query?.get(name))).toEqual([
    '3',
    '4',
    'd1',
    'shop',
    '2026-11-01',
    '2026-11-30',
  ]);
  await userEvent.click(await screen.findByRole('button', { name: 'Export' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: /CSV/ }));
  await waitFor(() => expect(saved.length).toBe(1));
  const lines = (await saved[0]?.text())?.replace('\uFEFF', '').trim().split('\r\n') ?? [];
  expect(lines.map((line) => line.split(',').slice(1, 6).join(','))).toEqual([
    'Vehicle,Driver,Planned position,Actual position,Customer',
    'Van 7,Ana,1,2,Shop 1',
    'Van 7,Ana,2,1,Shop 2',
    'Van 7,Ana,,,Total',
    'Van 8,Ana,3,,Shop 3',
    'Van 8,Ana,,,Total',
  ]);
});

test('[WEBORDER-8] the report is printed as the table that its files have', async () => {
  const printed: (string | null | undefined)[] = [];
  vi.stubGlobal('print', () => printed.push(document.querySelector('[data-print]')?.textContent));
  await open(serverOf());
  await userEvent.click(await screen.findByRole('button', { name: 'Export' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: /PDF/ }));
  await waitFor(() => expect(printed.length).toBe(1));
  expect(printed[0]).toMatch(/Plan and actual 2026-11-01 2026-11-30.*Shop 1.*Shop 3/);
});

test('[WEBORDER-8] while distances are being read the report asks again', async () => {
  reads = 1;
  await open(serverOf());
  const total = await screen.findByRole('row', { name: /^Total/ });
  expect(cells(total)[5]).toBe('…');
  await waitFor(() => expect(cells(screen.getByRole('row', { name: /^Total/ }))[5]).toBe('12.3'), {
    timeout: 3000,
  });
});
