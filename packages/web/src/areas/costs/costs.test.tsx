import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NO_TOTALS } from '@rastro/fleet';
import type { CostLine, RecurringCost } from '@rastro/fleet/costs';
import { expect, test } from 'vitest';
import { fill } from '../../testing/fill.ts';
import { aServer, aUser, MemoryServer, type Request } from '../../testing/memory-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { CostsPanel } from './costs-panel.tsx';

const LINE: CostLine = {
  id: 7,
  version: 2,
  ownerId: 1,
  deviceId: 3,
  deviceName: 'Van 3',
  driverName: '',
  source: 'user',
  importKey: '',
  createdTime: '2026-10-28T12:00:00.000Z',
  receipts: [],
  kind: 'fuel',
  cents: 12_345,
  from: '2026-10-05',
  to: '2026-10-05',
  at: null,
  quantity: 20.5,
  unit: 'liter',
  odometerKm: 12_000,
  engineHours: null,
  supplier: 'Posto Sol',
  document: 'NF 12',
  driverUniqueId: '',
  note: '',
};
const RECURRING: RecurringCost = {
  id: 4,
  version: 1,
  ownerId: 1,
  deviceId: 3,
  deviceName: 'Van 3',
  kind: 'lease',
  cents: 250_000,
  first: '2026-01-10',
  everyMonths: 1,
  last: null,
  isSpread: false,
  supplier: 'Locadora',
  note: '',
  doneMonth: '2026-10',
  skipped: [],
  createdTime: '2026-01-01T12:00:00.000Z',
};
const SUMS = [
  { kind: 'fuel', count: 2, cents: 20_000 },
  { kind: 'tolls', count: 1, cents: 1550 },
  { kind: 'other', count: 0, cents: 0 },
];
const serverOf = (): MemoryServer =>
  new MemoryServer()
    .on('GET /api/server', { body: aServer({}), headers: { licensemode: 'plus' } })
    .on('GET /api/session', { body: aUser({ administrator: true }) })
    .on('GET /api/drivers', { body: [] })
    .on('GET /api/devices', {
      body: [
        { id: 3, name: 'Van 3', uniqueId: 'van-3' },
        { id: 4, name: 'Van 4', uniqueId: 'van-4' },
      ],
    })
    .on('GET /ext/costs/months', { body: [] })
    .on('GET /ext/costs', ({ query }) =>
      query.get('after') === '7 x'
        ? { body: { lines: [{ ...LINE, id: 8, supplier: 'Pedágio Norte' }], next: null, sums: SUMS } }
        : { body: { lines: [LINE], next: '7 x', sums: SUMS } },
    );
const open = (server: MemoryServer, search = '') =>
  openPage({ server, at: `/costs${search}`, routes: () => [{ path: '/costs', element: <CostsPanel /> }] });
const asked = (server: MemoryServer, key: string) =>
  server.seen.filter(({ method, path }) => `${method} ${path}` === key);
const bodyOf = (request: Request | undefined): unknown => JSON.parse(request?.body ?? 'null');
const closed = { body: [{ ownerId: 1, month: '2026-10', closedAt: '2026-11-03T12:00:00.000Z' }] };

test('[WEBCOST-1] lines have what, whose, when and how much, with sums; filters are in the address and are asked for', async () => {
  const server = serverOf();
  await open(server, '?month=2026-10&q=sol');
  const row = await screen.findByRole('button', { name: /Posto Sol/ });
  for (const text of ['Fuel · NF 12', 'Van 3', '10/5/26', '123.45']) expect(row.textContent).toContain(text);
  const sums = within(screen.getByRole('list', { name: 'Sums by kind' }));
  expect(sums.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Total.*215\.50$/),
    expect.stringMatching(/Fuel \(2\).*200\.00$/),
    expect.stringMatching(/Tolls \(1\).*15\.50$/),
  ]);
  const [first] = asked(server, 'GET /ext/costs');
  expect(Object.fromEntries(first?.query ?? [])).toEqual({
    text: 'sol',
    from: '2026-10-01',
    to: '2026-10-31',
    sort: 'time',
    descending: 'true',
  });
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
  await screen.findByRole('button', { name: /Pedágio Norte/ });
  await userEvent.click(sums.getByRole('button', { name: /Tolls/ }));
  await waitFor(() =>
    expect(asked(server, 'GET /ext/costs').at(-1)?.query.getAll('kind')).toEqual(['tolls']),
  );
  const order = screen.getByRole('combobox', { name: 'Sort' });
  await userEvent.selectOptions(order, 'Supplier, A to Z');
  await waitFor(() => expect(asked(server, 'GET /ext/costs').at(-1)?.query.get('sort')).toBe('supplier'));
  expect(asked(server, 'GET /ext/costs').at(-1)?.query.get('descending')).toBeNull();
});

test('[WEBCOST-2] a new line needs a vehicle and an amount, and stays typed when the server refuses it', async () => {
  const server = serverOf().on('POST /ext/costs', {
    status: 409,
    body: 'Month closed - Its lines stay as they are; write a credit note in an open month',
  });
  await open(server, '?device=3');
  await userEvent.click(await screen.findByRole('button', { name: 'New cost' }));
  const dialog = screen.getByRole('dialog');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  await within(dialog).findByText('How much is it?');
  const amount = within(dialog).getByRole('textbox', { name: /^Amount/ });
  await fill(amount, '1.2.3');
  await within(dialog).findByText('This is no amount.');
  await userEvent.clear(amount);
  await fill(amount, '-1,234.56');
  await fill(within(dialog).getByRole('textbox', { name: /^Quantity/ }), '20.5');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  await within(dialog).findByText('This month is closed. Enter a credit or a correction in an open month.');
  within(dialog).getByDisplayValue('-1,234.56');
  expect(bodyOf(asked(server, 'POST /ext/costs')[0])).toMatchObject({
    deviceId: 3,
    kind: 'fuel',
    cents: -123_456,
    quantity: 20.5,
    unit: 'liter',
    odometerKm: null,
  });
});

test('[WEBCOST-2] a change keeps what was not touched, and names its version', async () => {
  const server = serverOf().on('PUT /ext/costs/7', { body: { ...LINE, version: 3 } });
  await open(server);
  await userEvent.click(await screen.findByRole('button', { name: /Posto Sol/ }));
  await userEvent.click(await screen.findByRole('button', { name: 'Edit' }));
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(asked(server, 'PUT /ext/costs/7')).toHaveLength(1));
  expect(bodyOf(asked(server, 'PUT /ext/costs/7')[0])).toEqual({
    version: 2,
    deviceId: 3,
    kind: 'fuel',
    cents: 12_345,
    from: '2026-10-05',
    to: '2026-10-05',
    at: null,
    quantity: 20.5,
    unit: 'liter',
    odometerKm: 12_000,
    engineHours: null,
    supplier: 'Posto Sol',
    document: 'NF 12',
    driverUniqueId: '',
    note: '',
  });
});

test('[WEBCOST-3] a line is removed after a question; one of a closed month only gets a credit note', async () => {
  const server = serverOf().on('DELETE /ext/costs/7', { status: 204, body: '' });
  await open(server);
  await userEvent.click(await screen.findByRole('button', { name: /Posto Sol/ }));
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  expect(asked(server, 'DELETE /ext/costs/7')).toEqual([]);
  const question = await screen.findByRole('alertdialog', { name: 'Delete cost' });
  await userEvent.click(within(question).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(asked(server, 'DELETE /ext/costs/7')).toHaveLength(1));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});

test('[WEBCOST-3] a line of a closed month says so, and a credit note begins with its amount', async () => {
  await open(serverOf().on('GET /ext/costs/months', closed));
  await userEvent.click(await screen.findByRole('button', { name: /Posto Sol/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Posto Sol' });
  await within(dialog).findByText(/October 2026 is closed/);
  expect(within(dialog).queryByRole('button', { name: 'Edit' })).toBeNull();
  expect(within(dialog).queryByRole('button', { name: 'Delete' })).toBeNull();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Credit note' }));
  within(await screen.findByRole('dialog', { name: 'Credit note' })).getByDisplayValue('-123.45');
});

test('[WEBCOST-3] a closed month of the reader does not bind a line of another company', async () => {
  const server = serverOf()
    .on('GET /ext/costs/months', closed)
    .on('GET /ext/costs', { body: { lines: [{ ...LINE, ownerId: 9 }], next: null, sums: SUMS } });
  await open(server);
  await userEvent.click(await screen.findByRole('button', { name: /Posto Sol/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Posto Sol' });
  await waitFor(() => expect(asked(server, 'GET /ext/costs/months')).toHaveLength(1));
  within(dialog).getByRole('button', { name: 'Edit' });
});

test('[WEBCOST-4] a distance that nobody knows is unknown; a month that is over is closed after a question', async () => {
  const server = serverOf()
    .on('GET /ext/costs/sums', {
      body: [
        { month: '2026-10', kind: 'fuel', deviceId: 3, cents: 30_000 },
        { month: '2026-10', kind: 'tolls', deviceId: 3, cents: 10_000 },
        { month: '2026-10', kind: 'fuel', deviceId: 4, cents: 5000 },
      ],
    })
    .on('GET /api/reports/totals', {
      body: [
        { ...NO_TOTALS, deviceId: 3, deviceName: 'Van 3', reporting: 1, distance: 200_000 },
        { ...NO_TOTALS, deviceId: 4, deviceName: 'Van 4' },
      ],
    })
    .on('POST /ext/costs/months', { status: 204, body: '' });
  await open(server, '?tab=months&month=2026-10');
  await screen.findByRole('row', { name: /^Van 3 200 km .*400\.00 .*2\.00$/ });
  screen.getByRole('row', { name: /^Van 4 unknown .*50\.00 unknown$/ });
  await userEvent.click(screen.getByRole('button', { name: 'Close month' }));
  const question = await screen.findByRole('alertdialog', { name: 'Close October 2026' });
  expect(asked(server, 'POST /ext/costs/months')).toEqual([]);
  await userEvent.click(within(question).getByRole('button', { name: 'Close month' }));
  await waitFor(() => expect(asked(server, 'POST /ext/costs/months')).toHaveLength(1));
  expect(bodyOf(asked(server, 'POST /ext/costs/months')[0])).toEqual({ month: '2026-10', isClosed: true });
  await userEvent.click(await screen.findByRole('button', { name: 'Van 4' }));
  await waitFor(() =>
    expect(asked(server, 'GET /ext/costs').at(-1)?.query.getAll('deviceId')).toEqual(['4']),
  );
});

test('[WEBCOST-5] what comes again says how often and until when, and is changed by those who may', async () => {
  const server = serverOf()
    .on('GET /ext/costs/recurring', { body: { costs: [RECURRING], next: null } })
    .on('PUT /ext/costs/recurring/4', { body: { ...RECURRING, version: 2 } });
  await open(server, '?tab=recurring');
  const row = await screen.findByRole('button', { name: /Locadora/ });
  expect(row.textContent).toContain('every month');
  expect(row.textContent).toContain('since 1/10/26');
  await userEvent.click(row);
  await userEvent.click(await screen.findByRole('button', { name: 'Edit' }));
  const dialog = await screen.findByRole('dialog', { name: 'Edit recurring cost' });
  const months = within(dialog).getByRole('textbox', { name: /^Months/ });
  await userEvent.clear(months);
  await fill(months, '61');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  await within(dialog).findByText('From 1 to 60 months.');
  await userEvent.clear(months);
  await fill(months, '12');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(asked(server, 'PUT /ext/costs/recurring/4')).toHaveLength(1));
  expect(bodyOf(asked(server, 'PUT /ext/costs/recurring/4')[0])).toMatchObject({
    version: 1,
    everyMonths: 12,
    last: null,
    cents: 250_000,
  });
});
