import { encodeRights, NO_TOTALS, type TotalsItem } from '@rastro/fleet';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { aVehicle, MemoryFleet } from '../../testing/memory-fleet.ts';
import { aServer, aUser, MemoryServer, type Request } from '../../testing/memory-server.ts';
import { openPage, type Page } from '../../testing/open-page.tsx';
import { OverviewScreen } from './overview-screen.tsx';

const AT = '/overview?from=2026-11-20T00:00:00.000Z&to=2026-11-21T23:59:59.999Z';
const TOTALS: TotalsItem = {
  ...NO_TOTALS,
  vehicles: 4,
  reporting: 3,
  used: 2,
  distance: 412_300,
  moving: 36_000_000,
  engineHours: 40_000_000,
  idle: 4_000_000,
  overspeed: 360_000,
  fuelMl: 41_230,
  fuelDistance: 412_300,
  brakings: 3,
  severeBrakings: 1,
  watched: 200_000,
};
/** The compared period ends before the chosen one begins. */
const totals = ({ query }: Request) => ({
  body: [
    (query.get('from') ?? '') < '2026-11-20' ? { ...TOTALS, distance: 206_150, overspeed: 180_000 } : TOTALS,
  ],
});
const serverFor = (rights: Parameters<typeof encodeRights>[0] | null = null): MemoryServer =>
  new MemoryServer()
    .on('GET /api/session', {
      body: aUser({
        administrator: rights === null,
        attributes: {
          timezone: 'UTC',
          ...(rights && { 'rastro.advancedPerms': encodeRights(rights) }),
        },
      }),
    })
    .on('GET /api/server', {
      body: aServer({ attributes: { 'rastro.enableAdvancedPerms': true } }),
      headers: { licensemode: 'plus' },
    })
    .on('GET /api/groups', { body: [{ id: 4, name: 'South', groupId: 0, attributes: {} }] })
    .on('GET /ext/layouts', { body: { layouts: [], standard: null, forCustomers: null } })
    .on('GET /api/services/due', { body: [] })
    .on('GET /api/maintenance', { body: [] })
    .on('GET /api/reports/inactive', { body: [] })
    .on('GET /api/reports/totals', totals)
    .on('GET /api/reports/scores', { body: [] });
const open = (server: MemoryServer, at = AT): Promise<Page> =>
  openPage({
    server,
    at,
    routes: () => [
      { path: '/overview', element: <OverviewScreen /> },
      { path: '*', element: null },
    ],
    fleet: new MemoryFleet([aVehicle({ id: 1, name: 'Car 1' }), aVehicle({ id: 2, name: 'Car 2' })]),
  });
const widget = (name: string): Promise<HTMLElement> => screen.findByRole('region', { name });

test('[OVER-1][OVER-2] numbers are those of the report that they lead to, beside those of the days before', async () => {
  const server = serverFor();
  await open(server);
  const driven = await widget('Distance and hours');
  const link = await within(driven).findByRole('link', { name: '412 km Distance' });
  const to = new URL(link.getAttribute('href') ?? '', 'http://localhost');
  expect(to.pathname).toBe('/reports/totals');
  expect(Object.fromEntries(to.searchParams)).toEqual({
    from: '2026-11-20T00:00:00.000Z',
    to: '2026-11-21T23:59:59.999Z',
    run: '1',
  });
  expect(await within(driven).findByText('▲ 100%')).toBeDefined();
  const asked = server.requests('GET /api/reports/totals').map(({ query }) => query.get('from'));
  expect(new Set(asked)).toEqual(new Set(['2026-11-18T00:00:00.000Z', '2026-11-20T00:00:00.000Z']));
  expect(asked).toHaveLength(2);
  expect(server.requests('GET /api/reports/totals').every(({ query }) => query.get('sum') === 'true')).toBe(
    true,
  );
  const safety = await widget('Driving style');
  const worse = await within(safety).findByText('▲ 100%');
  expect(worse.dataset['good']).toBe('false');
  expect(within(safety).getByText('2')).toBeDefined();
  const states = await widget('Vehicles by state');
  expect(
    within(states)
      .getAllByRole('link')
      .map((each) => each.getAttribute('href')),
  ).toContain('/devices?filter=moving');
});

test('[OVER-3] what is not known is a dash', async () => {
  const server = serverFor().on('GET /api/reports/totals', { body: [{ ...NO_TOTALS, vehicles: 2 }] });
  await open(server);
  const safety = await widget('Driving style');
  await waitFor(() => expect(within(safety).getAllByText('–').length).toBeGreaterThan(0));
  expect(await within(await widget('Fuel')).findByText(/No vehicle has reported fuel/)).toBeDefined();
});

test('[OVER-4] the default has the widgets that its reader may see', async () => {
  await open(serverFor(['events.view']));
  await widget('Alarms waiting');
  expect(screen.queryByRole('region', { name: 'Fuel' })).toBeNull();
  expect(screen.queryByRole('region', { name: 'Customers' })).toBeNull();
});

test('[OVER-5] a widget that could not be read says so, and is read again', async () => {
  const server = serverFor().on('GET /api/services/due', { status: 500, body: 'HTTP 500' });
  await open(server);
  const services = await widget('Maintenance due');
  const retry = await within(services).findByRole('button', { name: 'Try now' });
  server.on('GET /api/services/due', { body: [] });
  await userEvent.click(retry);
  await waitFor(() => expect(within(services).getAllByRole('link')).toHaveLength(3));
  expect(await within(await widget('Distance and hours')).findByText('412 km')).toBeDefined();
});

test('[OVER-33] open defects stand among the maintenance that is due, for whoever may see them', async () => {
  const defect = {
    deviceName: 'Car 1',
    deviceId: 1,
    severity: 'unsafe',
    foundAt: '2026-11-20T10:00:00.000Z',
  };
  const defects = [
    { ...defect, id: 5, itemText: 'Horn', severity: 'minor', state: 'open', deferredUntil: null },
    { ...defect, id: 6, itemText: 'Brakes', state: 'inWork', deferredUntil: null },
    { ...defect, id: 7, itemText: 'Lamp', state: 'repaired', deferredUntil: null },
    { ...defect, id: 8, itemText: 'Seat', state: 'deferred', deferredUntil: '2099-01-01' },
  ];
  const read = { body: { defects, next: null, counts: [] } };
  const page = await open(serverFor().on('GET /ext/defects', read));
  const services = await widget('Maintenance due');
  await within(services).findByRole('link', { name: '2 Open defects' });
  const rows = within(within(services).getByRole('list', { name: 'Maintenance due' })).getAllByRole('link');
  expect(rows.map((row) => [row.textContent, row.getAttribute('href')])).toEqual([
    ['Car 1Brakes', '/inspections?tab=defects&defect=6'],
    ['Car 1Horn', '/inspections?tab=defects&defect=5'],
  ]);
  page.unmount();
  const away = await open(serverFor().on('GET /ext/defects', { status: 502, body: 'Away - x' }));
  await within(await widget('Maintenance due')).findByRole('link', { name: '– Open defects' });
  away.unmount();
  const other = serverFor(['maintenance.view']).on('GET /ext/defects', read);
  await open(other);
  await within(await widget('Maintenance due')).findByRole('link', { name: '0 Overdue' });
  expect(screen.queryByText('Open defects')).toBeNull();
  expect(other.requests('GET /ext/defects')).toEqual([]);
});

test('[OVER-6] the group that was chosen is in the address, and in each question', async () => {
  const server = serverFor();
  const page = await open(server);
  await widget('Distance and hours');
  await userEvent.click(screen.getByRole('button', { name: /Yesterday/ }));
  expect(page.path()).toContain('period=yesterday');
  page.unmount();
  await open(server, `${AT}&groups=4`);
  expect(await screen.findByRole('button', { name: 'Remove South' })).toBeDefined();
  const link = await within(await widget('Distance and hours')).findByRole('link', {
    name: '412 km Distance',
  });
  expect(link.getAttribute('href')).toContain('groups=4');
  const asked = server.requests('GET /api/reports/totals').filter(({ query }) => query.has('groupId'));
  expect(asked.map(({ query }) => query.get('groupId'))).toContain('4');
});

test('[OVER-20] its figures are opened as a report of the same period, vehicles and widgets, by who may save it', async () => {
  const widgets = ['fuel', 'states', 'alarms'].map((kind, i) => ({
    id: kind,
    kind,
    x: i * 4,
    y: 0,
    w: 4,
    h: 3,
    settings: {},
  }));
  const layout = { id: 1, revision: 1, name: 'Own', groupIds: [], deviceIds: [], widgets };
  const own = { ...layout, period: { preset: '7d' } };
  const server = serverFor().on('GET /ext/layouts', {
    body: { layouts: [own], standard: null, forCustomers: null },
  });
  const page = await open(server, '/overview?period=lastWeek&groups=4');
  await widget('Fuel');
  await userEvent.click(screen.getByRole('button', { name: 'More about this overview' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Save and mail…' }));
  const { pathname, searchParams } = new URL(page.path(), 'http://localhost');
  expect(pathname).toBe('/reports/overview');
  expect(Object.fromEntries(searchParams)).toEqual({
    period: 'lastWeek',
    types: 'alarms,fuel',
    run: '1',
    groups: '4',
  });
  page.unmount();
  await open(serverFor(['events.view', 'reports.view']));
  await widget('Distance and hours');
  await userEvent.click(screen.getByRole('button', { name: 'More about this overview' }));
  await screen.findByRole('menuitem', { name: 'Rename' });
  expect(screen.queryByRole('menuitem', { name: 'Save and mail…' })).toBeNull();
});
