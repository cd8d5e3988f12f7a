import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { CostLine } from '@rastro/fleet/costs';
import { expect, test } from 'vitest';
import { aServer, aUser, MemoryServer } from '../../testing/memory-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { CostsPanel } from './costs-panel.tsx';

const LINE: CostLine = {
  id: 1,
  version: 1,
  ownerId: 1,
  deviceId: 3,
  deviceName: 'Van 3',
  driverName: 'Ana',
  source: 'import',
  importKey: 'x',
  createdTime: '2026-10-28T12:00:00.000Z',
  receipts: [],
  kind: 'fuel',
  cents: 24_000,
  from: '2026-10-05',
  to: '2026-10-05',
  at: '2026-10-05T12:00:00.000Z',
  quantity: 40,
  unit: 'liter',
  odometerKm: null,
  engineHours: null,
  supplier: 'Posto Sol',
  document: '',
  driverUniqueId: 'ana',
  note: '',
};
/** A fill of van 3 that began at a minute after noon. */
const fill = (day: string, litres: number, note = 'high') => ({
  deviceId: 3,
  deviceName: 'Van 3',
  startTime: `2026-10-${day}T12:00:00.000Z`,
  endTime: `2026-10-${day}T12:06:00.000Z`,
  duration: 360_000,
  positionId: 1,
  latitude: -23,
  longitude: -46,
  address: null,
  driverUniqueId: null,
  driverName: null,
  type: 'fill',
  before: 10,
  after: 10 + litres,
  litres,
  beforePercent: null,
  afterPercent: null,
  note,
  cost: null,
});
const level = (time: string, fuelLevel: number) => ({
  id: 1,
  deviceId: 3,
  fixTime: `2026-10-07T${time}:00.000Z`,
  attributes: { fuelLevel },
});
const on = (day: string, id: number, more: object = {}) => ({
  ...LINE,
  id,
  from: `2026-10-${day}`,
  to: `2026-10-${day}`,
  at: `2026-10-${day}T12:05:00.000Z`,
  ...more,
});
const LINES = [
  on('05', 1),
  on('06', 2, { supplier: 'Posto Lua' }),
  on('07', 3, { supplier: 'Posto Mar' }),
  on('08', 4, { at: null, supplier: 'Posto Rio' }),
  on('09', 5, { unit: null, quantity: 0, supplier: 'No liters' }),
  on('10', 6, { deviceId: 4, deviceName: 'Car 4' }),
];
const serverOf = (rights: object = { administrator: true }): MemoryServer =>
  new MemoryServer()
    .on('GET /api/server', { body: aServer({}), headers: { licensemode: 'plus' } })
    .on('GET /api/session', { body: aUser(rights) })
    .on('GET /api/devices', {
      body: [
        { id: 3, name: 'Van 3', uniqueId: 'van-3', attributes: { fuelCapacity: 60 } },
        { id: 4, name: 'Car 4', uniqueId: 'car-4', attributes: {} },
      ],
    })
    .on('GET /ext/costs', ({ query }) =>
      query.get('after') === 'next'
        ? { body: { lines: LINES.slice(3), next: null, sums: [] } }
        : { body: { lines: LINES.slice(0, 3), next: 'next', sums: [] } },
    )
    .on('GET /api/reports/fuelings', { body: [fill('05', 39), fill('06', 25)] })
    .on('GET /api/positions', ({ query }) =>
      query.has('from')
        ? { body: [level('11:30', 40), level('11:50', 41), level('12:30', 39), level('12:50', 40)] }
        : { body: [level('11:30', 40), { id: 2, deviceId: 4, attributes: {} }] },
    );
const open = (server: MemoryServer) =>
  openPage({
    server,
    at: '/costs?tab=tank&month=2026-10',
    routes: () => [
      { path: '/costs', element: <CostsPanel /> },
      { path: '/history', element: <p>History of the vehicle</p> },
    ],
  });

test('[WEBCOST-7] what was billed stands beside what came into the tank, the suspicious first, with the evidence', async () => {
  const server = serverOf();
  await open(server);
  const list = within(await screen.findByRole('list', { name: 'Billed and tank' }));
  await waitFor(() => expect(list.getAllByRole('button')).toHaveLength(5));
  expect(list.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/Posto Mar.*Nothing was filled.*billed 40 L, tank 0 L.*240\.00$/),
    expect.stringMatching(/Posto Lua.*Less in the tank.*billed 40 L, tank 25 L.*90\.00$/),
    expect.stringMatching(/Car 4.*Unknown.*billed 40 L$/),
    expect.stringMatching(/Posto Rio.*Unknown/),
    expect.stringMatching(/Posto Sol.*Matches.*tank 39 L$/),
  ]);
  const stretches = server.seen.filter(
    ({ path, query }) => path === '/api/positions' && query.get('from') !== null,
  );
  expect(stretches.map(({ query }) => query.get('deviceId'))).toEqual(['3']);
  await userEvent.click(list.getByRole('button', { name: /Posto Mar/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Nothing was filled' }));
  dialog.getByText('The level was read before and after this receipt and did not rise. Where did 40 L go?');
  expect(dialog.getByText('Level before').nextSibling?.textContent).toBe('24.6 L');
  expect(dialog.getByText('Level after').nextSibling?.textContent).toBe('24 L');
  await userEvent.click(dialog.getByRole('link', { name: 'Open history at this time' }));
  await screen.findByText('History of the vehicle');
});

test('[WEBCOST-7] rows are narrowed by outcome and text; unknown says why', async () => {
  await open(serverOf());
  const totals = within(await screen.findByRole('list', { name: 'Receipts by outcome' }));
  expect(totals.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Suspected theft2 · .*330\.00$/),
    'Without a receipt0',
    'Matches1',
    'Unknown2',
  ]);
  await userEvent.click(totals.getByRole('button', { name: /Unknown/ }));
  const list = within(screen.getByRole('list', { name: 'Billed and tank' }));
  expect(list.getAllByRole('button')).toHaveLength(2);
  await userEvent.click(list.getByRole('button', { name: /Car 4/ }));
  await screen.findByText('The vehicle sent no fuel level in the hour before or after.');
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search vehicle or station' }), 'lua');
  await screen.findByText('No receipt matches');
});

test('[WEBCOST-7] nothing is compared for somebody without reports', async () => {
  const server = serverOf({ attributes: { 'rastro.advancedPerms': '0' } });
  server.on('GET /api/server', {
    body: aServer({ attributes: { 'rastro.enableAdvancedPerms': true } }),
    headers: { licensemode: 'plus' },
  });
  await open(server);
  await screen.findByText('Reports are needed');
  expect(server.seen.some(({ path }) => path === '/api/reports/fuelings')).toBe(false);
});

test('[WEBCOST-13] fuel that came without a receipt stands beside the others, with its levels and the way to its minute', async () => {
  const server = serverOf().on('GET /api/reports/fuelings', {
    body: [
      fill('05', 39),
      fill('06', 25),
      fill('12', 30),
      { ...fill('13', 20), deviceId: 4, deviceName: 'Car 4' },
      // Of a receipt without liters, and one that is no fill for sure.
      fill('09', 20),
      fill('14', 30, 'low'),
    ],
  });
  await open(server);
  const totals = within(await screen.findByRole('list', { name: 'Receipts by outcome' }));
  await userEvent.click(totals.getByRole('button', { name: 'Without a receipt2' }));
  const list = within(screen.getByRole('list', { name: 'Billed and tank' }));
  expect(list.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Car 4Fill without a receipt.*tank 20 L$/),
    expect.stringMatching(/^Van 3Fill without a receipt.*tank 30 L$/),
  ]);
  await userEvent.click(list.getByRole('button', { name: /Van 3/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Fill without a receipt' }));
  expect(dialog.getByText('Level before').nextSibling?.textContent).toBe('10 L');
  expect(dialog.getByText('Level after').nextSibling?.textContent).toBe('40 L');
  await userEvent.click(dialog.getByRole('link', { name: 'Open history at this time' }));
  await screen.findByText('History of the vehicle');
});
