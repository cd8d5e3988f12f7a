import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { BudgetNow } from '@rastro/fleet/costs';
import { expect, test } from 'vitest';
import { fill } from '../../testing/fill.ts';
import { aServer, aUser, MemoryServer, type Request } from '../../testing/memory-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { CostsPanel } from './costs-panel.tsx';

const BUDGET: BudgetNow = {
  id: 4,
  version: 2,
  ownerId: 1,
  name: 'Fuel of all',
  deviceId: 0,
  groupId: 0,
  subjectName: '',
  kind: 'fuel',
  span: 'month',
  cents: 100_000,
  createdTime: '2026-01-01T12:00:00.000Z',
  from: '2026-11-01',
  to: '2026-11-30',
  spentCents: 30_000,
  forecastCents: 120_000,
  alert: 'forecast',
};
const OVER: BudgetNow = {
  ...BUDGET,
  id: 5,
  name: 'Van',
  deviceId: 3,
  subjectName: 'Van 3',
  kind: null,
  spentCents: 105_000,
  forecastCents: null,
  alert: 'over',
};
const serverOf = (hasEvents = true): MemoryServer =>
  new MemoryServer()
    .on('GET /api/server', { body: aServer({}), headers: { licensemode: 'plus' } })
    .on('GET /api/session', { body: aUser({ administrator: true }) })
    .on('GET /api/groups', { body: [{ id: 9, name: 'North' }] })
    .on('GET /api/devices', { body: [{ id: 3, name: 'Van 3', uniqueId: 'van-3' }] })
    .on('GET /ext/costs/budgets', { body: { budgets: [BUDGET, OVER], next: null, hasEvents } });
const open = (server: MemoryServer) =>
  openPage({
    server,
    at: '/costs?tab=budgets',
    routes: () => [{ path: '/costs', element: <CostsPanel /> }],
  });
const asked = (server: MemoryServer, key: string): readonly Request[] =>
  server.seen.filter(({ method, path }) => `${method} ${path}` === key);

test('[WEBCOST-10] budgets show what is spent and expected, the fullest first', async () => {
  await open(serverOf());
  const list = await screen.findByRole('list', { name: 'Budgets' });
  const texts = within(list)
    .getAllByRole('button')
    .map(({ textContent }) => (textContent ?? '').replaceAll(/\s/g, ' '));
  expect(texts).toEqual([
    'VanVan 3 · Any kind · each monthSpent$ 1,050.00 of $ 1,000.00 (105%)',
    'Fuel of allAll vehicles · Fuel · each monthExpected to be exceeded$ 300.00 of $ 1,000.00 (30%)$ 1,200.00 expected',
  ]);
  expect(screen.queryByRole('note')).toBeNull();
});

test('[WEBCOST-10] where the tracking server takes no events, the screen says that nobody is notified', async () => {
  await open(serverOf(false));
  expect((await screen.findByRole('note')).textContent).toContain('nobody is notified');
});

test('[WEBCOST-10] a budget needs a name, what it is for and an amount, and stays typed when it is refused', async () => {
  const server = serverOf().on('POST /ext/costs/budgets', {
    status: 404,
    body: 'Group unknown - It is not there, or not yours to see',
  });
  await open(server);
  await userEvent.click(await screen.findByRole('button', { name: 'New budget' }));
  const dialog = within(screen.getByRole('dialog'));
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: /^For/ }), 'A group');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  for (const text of ['Give it a name.', 'Choose a group.', 'How much is it?']) await dialog.findByText(text);
  await fill(dialog.getByRole('textbox', { name: /^Name/ }), 'North');
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: /^Group/ }), 'North');
  const amount = dialog.getByRole('textbox', { name: /^Amount/ });
  await fill(amount, '-5');
  await dialog.findByText('More than 0.');
  await userEvent.clear(amount);
  await fill(amount, '1,500.50');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(asked(server, 'POST /ext/costs/budgets')).toHaveLength(1));
  expect(JSON.parse(asked(server, 'POST /ext/costs/budgets')[0]?.body ?? '')).toEqual({
    name: 'North',
    deviceId: 0,
    groupId: 9,
    kind: null,
    span: 'month',
    cents: 150_050,
  });
  await dialog.findByRole('alert');
  dialog.getByDisplayValue('1,500.50');
});

test('[WEBCOST-10] a budget is changed with its version, and removed after a question', async () => {
  const server = serverOf()
    .on('PUT /ext/costs/budgets/4', { body: { ...BUDGET, version: 3 } })
    .on('DELETE /ext/costs/budgets/4', { status: 204, body: '' });
  await open(server);
  await userEvent.click(await screen.findByRole('button', { name: /Fuel of all/ }));
  await userEvent.click(await screen.findByRole('button', { name: 'Edit' }));
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(asked(server, 'PUT /ext/costs/budgets/4')).toHaveLength(1));
  expect(JSON.parse(asked(server, 'PUT /ext/costs/budgets/4')[0]?.body ?? '')).toMatchObject({
    version: 2,
    kind: 'fuel',
    cents: 100_000,
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  const question = await screen.findByRole('alertdialog', { name: 'Delete budget' });
  expect(asked(server, 'DELETE /ext/costs/budgets/4')).toEqual([]);
  await userEvent.click(within(question).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(asked(server, 'DELETE /ext/costs/budgets/4')).toHaveLength(1));
});
