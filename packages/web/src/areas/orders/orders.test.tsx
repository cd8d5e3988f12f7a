import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { RoadOrder, RoadOrderDetail } from '@rastro/fleet/orders';
import { expect, test } from 'vitest';
import { fill } from '../../testing/fill.ts';
import { aServer, aUser, MemoryServer, type Request } from '../../testing/memory-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { readTable } from '../../ui/sheets/read-table.ts';
import { OrderImportPanel } from './import-panel.tsx';
import { OrdersPanel } from './orders-panel.tsx';

const ORDER: RoadOrder = {
  id: 7,
  version: 2,
  ownerId: 1,
  reference: 'A-1',
  customer: 'Padaria São João',
  place: { address: 'Rua das Flores, 12', latitude: null, longitude: null, geofenceId: 0 },
  from: '2026-12-01T12:00:00.000Z',
  to: '2026-12-01T14:00:00.000Z',
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
};
const DETAIL: RoadOrderDetail = {
  ...ORDER,
  steps: [
    {
      id: 's1',
      kind: 'assign',
      at: '2026-11-28T13:00:00.000Z',
      seenAt: '2026-11-28T13:00:00.000Z',
      by: 'operator',
      userId: 1,
      userName: 'Ana',
      reason: null,
      note: '',
      isLate: false,
    },
  ],
};
const COUNTS = [
  { state: 'planned', count: 2 },
  { state: 'assigned', count: 1 },
  { state: 'done', count: 5 },
];
const serverOf = (): MemoryServer =>
  new MemoryServer()
    .on('GET /api/server', { body: aServer({}), headers: { licensemode: 'plus' } })
    .on('GET /api/session', { body: aUser({ administrator: true }) })
    .on('GET /api/drivers', { body: [] })
    .on('GET /api/geofences', { body: [] })
    .on('GET /ext/orders/7', { body: DETAIL })
    .on('GET /ext/orders/7/proofs', { body: [] })
    .on('GET /ext/orders/7/messages', { body: { messages: [] } })
    .on('GET /ext/orders', ({ query }) =>
      query.get('after') === '7 x'
        ? {
            body: {
              orders: [{ ...ORDER, id: 8, customer: 'Mercado', deviceName: '' }],
              next: null,
              counts: COUNTS,
            },
          }
        : { body: { orders: [ORDER], next: '7 x', counts: COUNTS } },
    );
const open = (server: MemoryServer, search = '') =>
  openPage({
    server,
    at: `/orders${search}`,
    routes: () => [
      { path: '/orders', element: <OrdersPanel /> },
      { path: '/orders/import', element: <OrderImportPanel readTable={readTable} /> },
    ],
  });
const asked = (server: MemoryServer, key: string) =>
  server.seen.filter(({ method, path }) => `${method} ${path}` === key);
const bodyOf = (request: Request | undefined): unknown => JSON.parse(request?.body ?? 'null');

test('[WEBORDER-1] the list has who, where, when and how far; filters are in the address and are asked for', async () => {
  const server = serverOf();
  await open(server, '?day=2026-12-01&q=joão&state=assigned');
  const row = await screen.findByRole('button', { name: /Padaria São João/ });
  expect(row.textContent).toContain('A-1 · Rua das Flores, 12');
  expect(row.textContent).toContain('Van 3');
  expect(row.textContent).toContain('Assigned');
  const [first] = asked(server, 'GET /ext/orders');
  expect(first?.query.getAll('state')).toEqual(['assigned']);
  expect(first?.query.get('text')).toBe('joão');
  expect(first?.query.get('from')).toMatch(/^2026-1[12]-\d\dT/);
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
  await screen.findByText('not assigned');
  screen.getByRole('option', { name: 'Open (3)' });
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'all');
  await waitFor(() => expect(asked(server, 'GET /ext/orders').at(-1)?.query.getAll('state')).toEqual([]));
});

test('[WEBORDER-2] a new order needs a customer and a place, and stays typed when the server refuses it', async () => {
  const server = serverOf().on('POST /ext/orders', {
    status: 409,
    body: 'Reference known - The company has an order with this reference',
  });
  await open(server);
  await userEvent.click(await screen.findByRole('button', { name: 'New order' }));
  const dialog = screen.getByRole('dialog');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  await within(dialog).findByText('For whom is it?');
  within(dialog).getByText('Give an address, coordinates or a geofence.');
  await fill(within(dialog).getByRole('textbox', { name: /^Customer/ }), 'Bar do Zé');
  await fill(within(dialog).getByRole('textbox', { name: /^Coordinates/ }), '-23.5, -46.6');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  await within(dialog).findByText('There is an order with this reference already.');
  within(dialog).getByDisplayValue('Bar do Zé');
  expect(bodyOf(asked(server, 'POST /ext/orders')[0])).toMatchObject({
    customer: 'Bar do Zé',
    place: { address: '', latitude: -23.5, longitude: -46.6, geofenceId: 0 },
    from: null,
  });
});

test('[WEBORDER-3] an order offers what its state allows, and an end asks for its reason', async () => {
  const server = serverOf().on('POST /ext/orders/7/steps', { body: { ...DETAIL, state: 'failed' } });
  await open(server, '?id=7');
  const dialog = await screen.findByRole('dialog', { name: 'Padaria São João' });
  await within(dialog).findByText('What happened');
  expect(within(dialog).queryByRole('button', { name: 'Plan again' })).toBeNull();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Failed' }));
  const question = await screen.findByRole('alertdialog', { name: 'Mark as failed' });
  await userEvent.click(within(question).getByRole('button', { name: 'Mark as failed' }));
  await within(question).findByText('Choose a reason.');
  await userEvent.selectOptions(within(question).getByRole('combobox', { name: /^Reason/ }), 'closed');
  await userEvent.click(within(question).getByRole('button', { name: 'Mark as failed' }));
  await waitFor(() => expect(asked(server, 'POST /ext/orders/7/steps')).toHaveLength(1));
  expect(bodyOf(asked(server, 'POST /ext/orders/7/steps')[0])).toMatchObject({
    kind: 'fail',
    reason: 'closed',
  });
});

test('[WEBORDER-5] an order shows what its driver reported, with pictures, and what has not arrived', async () => {
  Object.assign(URL, { createObjectURL: () => 'blob:photo', revokeObjectURL: () => {} });
  const proof = {
    stepId: 's2',
    kind: 'done',
    outcome: 'reassigned',
    at: '2026-12-01T13:00:00.000Z',
    phoneAt: '2026-12-01T11:00:00.000Z',
    seenAt: '2026-12-01T15:00:00.000Z',
    driverName: 'Davi',
    reason: null,
    name: 'Bia Reis',
    code: '4711',
    note: '',
    pictures: [
      { id: 'p1', use: 'photo', state: 'there' },
      { id: 'p2', use: 'signature', state: 'awaited' },
    ],
  };
  const server = serverOf()
    .on('GET /ext/orders/7/proofs', { body: [proof] })
    .on('GET /ext/orders/7/pictures/p1', { body: new Uint8Array([1, 2, 3]) });
  await open(server, '?id=7');
  const dialog = within(await screen.findByRole('dialog', { name: 'Padaria São João' }));
  await dialog.findByText('Received by: Bia Reis');
  dialog.getByText('Code: 4711');
  dialog.getByText(/another vehicle/);
  dialog.getByText(/^Phone clock .* · Received /);
  const photo = await dialog.findByRole('img', { name: 'Photo 1' });
  expect(photo.getAttribute('src')).toBe('blob:photo');
  dialog.getByText('Signature: not received yet');
});

test('[WEBORDER-4] a file is checked before anything is made, and names its own rows', async () => {
  let problems: readonly object[] = [{ row: 2, field: 'contact.phone', problem: 'wrong' }];
  const server = serverOf().on('POST /ext/orders/import', ({ body }) => ({
    body: {
      isDryRun: body.includes('"dryRun":true'),
      created: problems.length > 0 ? 0 : 2,
      known: 0,
      problems,
    },
  }));
  await open(server, '/import');
  const text = 'Client;Address;From;Contact phone\nBar;Rua A;11/30/2026 08:00;1\n\nMercado;Rua B;;999\n';
  const file = new File([text], 'orders.csv', { type: 'text/csv' });
  await userEvent.upload(await screen.findByLabelText('Choose file', { selector: 'input' }), file);
  await userEvent.click(await screen.findByRole('button', { name: 'Check' }));
  await screen.findByText(/^Row 4, Contact phone/);
  problems = [];
  await userEvent.click(screen.getByRole('button', { name: 'Check' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Import 2 orders' }));
  await screen.findByText(/2 orders were made/);
  const [, , last] = asked(server, 'POST /ext/orders/import');
  expect(bodyOf(last)).toMatchObject({ dryRun: false });
});

test('[WEBORDER-9] late orders are those of a day, and the list is limited to the vehicles of the address', async () => {
  const server = serverOf().on('GET /api/devices', { body: [] });
  await openPage({
    server,
    at: '/orders?groups=4',
    routes: () => [{ path: '/orders', element: <OrdersPanel /> }],
  });
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'State' }), 'late');
  const asked = () => server.requests('GET /ext/orders').at(-1)?.query;
  await waitFor(() => expect(asked()?.get('risk')).toBe('late'));
  expect([asked()?.getAll('state'), asked()?.get('groupId')]).toEqual([[], '4']);
  const length = Date.parse(asked()?.get('to') ?? '') - Date.parse(asked()?.get('from') ?? '');
  expect(Math.round(length / 3_600_000)).toBe(24);
});
