import { encodeRights } from '@rastro/fleet';
import type { BudgetNow } from '@rastro/fleet/costs';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aVehicle, MemoryFleet } from '../../testing/memory-fleet.ts';
import { aServer, aUser, MemoryServer } from '../../testing/memory-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { OverviewScreen } from './overview-screen.tsx';

const BUDGET: BudgetNow = {
  id: 1,
  version: 1,
  ownerId: 1,
  name: 'Fleet',
  deviceId: 0,
  groupId: 0,
  subjectName: '',
  kind: null,
  span: 'month',
  cents: 100_000,
  createdTime: '2026-01-01T00:00:00.000Z',
  from: '2026-11-01',
  to: '2026-11-30',
  spentCents: 40_000,
  forecastCents: 120_000,
  alert: 'forecast',
};
const ALL: readonly BudgetNow[] = [
  BUDGET,
  { ...BUDGET, id: 2, name: 'Calm', spentCents: 1000, forecastCents: null, alert: 'none' },
  { ...BUDGET, id: 3, name: 'Car 1', deviceId: 1, spentCents: 105_000, alert: 'over' },
  { ...BUDGET, id: 4, name: 'South', groupId: 4, spentCents: 85_000, alert: 'near' },
];
const layout = {
  id: 1,
  revision: 1,
  name: 'Own',
  period: { preset: '7d' },
  groupIds: [],
  deviceIds: [],
  widgets: [{ id: 'b', kind: 'budgets', x: 0, y: 0, w: 4, h: 4, settings: {} }],
};
const serverFor = (rights: Parameters<typeof encodeRights>[0]): MemoryServer =>
  new MemoryServer()
    .on('GET /api/session', {
      body: aUser({ attributes: { timezone: 'UTC', 'rastro.advancedPerms': encodeRights(rights) } }),
    })
    .on('GET /api/server', {
      body: aServer({ attributes: { 'rastro.enableAdvancedPerms': true } }),
      headers: { licensemode: 'plus' },
    })
    .on('GET /api/groups', { body: [{ id: 4, name: 'South', groupId: 0, attributes: {} }] })
    .on('GET /ext/layouts', { body: { layouts: [layout], standard: null, forCustomers: null } })
    .on('GET /ext/costs/budgets', ({ query }) =>
      query.get('after') === 'next'
        ? { body: { budgets: ALL.slice(2), next: null, hasEvents: true } }
        : { body: { budgets: ALL.slice(0, 2), next: 'next', hasEvents: true } },
    );
const open = (server: MemoryServer, search = '') =>
  openPage({
    server,
    at: `/overview${search}`,
    routes: () => [
      { path: '/overview', element: <OverviewScreen /> },
      { path: '*', element: null },
    ],
    fleet: new MemoryFleet([aVehicle({ id: 1, name: 'Car 1' }), aVehicle({ id: 2, name: 'Car 2' })]),
  });
const rowsIn = (widget: HTMLElement) =>
  within(within(widget).getByRole('list', { name: 'Budgets' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => (textContent ?? '').replaceAll(/\s/g, ' '));

test('[OVER-23] budgets stand in the overview as in their list, the fullest first, and lead to it', async () => {
  await open(serverFor(['devices.view', 'costs.view']));
  const widget = await screen.findByRole('region', { name: 'Budgets' });
  const over = await within(widget).findByRole('link', { name: '1 Spent' });
  expect(over.getAttribute('href')).toBe('/costs?tab=budgets');
  within(widget).getByRole('link', { name: '2 At risk' });
  expect(rowsIn(widget)).toEqual([
    'Car 1105% of $ 1,000.00',
    'South85% of $ 1,000.00',
    'Fleet40% of $ 1,000.00',
    'Calm1% of $ 1,000.00',
  ]);
  expect(
    within(widget)
      .getByRole('link', { name: /^South/ })
      .getAttribute('href'),
  ).toBe('/costs?tab=budgets&q=South');
});

test('[OVER-23] of chosen vehicles it has their budgets alone; without the right nothing is asked', async () => {
  const page = await open(serverFor(['devices.view', 'groups.view', 'costs.view']), '?groups=4');
  const widget = await screen.findByRole('region', { name: 'Budgets' });
  await waitFor(() => expect(rowsIn(widget)).toEqual(['South85% of $ 1,000.00']));
  expect(within(widget).queryByRole('link', { name: '1 At risk' })).toBeNull();
  page.unmount();
  const server = serverFor(['devices.view']);
  await open(server);
  await within(await screen.findByRole('region', { name: 'Budgets' })).findByText(/right|access/i);
  expect(server.requests('GET /ext/costs/budgets')).toEqual([]);
});
