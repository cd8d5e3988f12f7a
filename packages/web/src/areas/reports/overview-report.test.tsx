import type { ReportItems } from '@rastro/fleet';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { aVehicle, MemoryFleet } from '../../testing/memory-fleet.ts';
import { aUser, MemoryServer } from '../../testing/memory-server.ts';
import { openPage, type Page } from '../../testing/open-page.tsx';
import { ReportScreen } from './report-screen.tsx';

type Item = ReportItems['overview'];
const PERIOD = 'from=2026-11-20T00:00:00.000Z&to=2026-11-21T23:59:59.999Z';
const item = (part: Pick<Item, 'widget' | 'figure' | 'value' | 'unit'> & Partial<Item>): Item => ({
  before: null,
  change: null,
  isGood: null,
  note: null,
  at: null,
  ...part,
});
const ITEMS: readonly Item[] = [
  item({
    widget: 'alarms',
    figure: 'alarms.waiting',
    value: 7,
    unit: 'count',
    at: '2026-11-21T23:59:59.999Z',
  }),
  item({
    widget: 'driven',
    figure: 'driven.distance',
    value: 412_300,
    unit: 'distance',
    before: 300_000,
    change: 37,
  }),
  item({
    widget: 'driven',
    figure: 'driven.idle',
    value: 4_000_000,
    unit: 'duration',
    before: 5_000_000,
    change: -20,
    isGood: true,
    note: { name: 'driven.idleShare', values: { share: { value: 0.1, unit: 'share' } } },
  }),
  item({ widget: 'fuel', figure: 'fuel.cost', value: null, unit: 'money' }),
];

const aServer = (): MemoryServer =>
  new MemoryServer()
    .on('GET /api/session', { body: aUser({ administrator: true, attributes: { timezone: 'UTC' } }) })
    .on('GET /api/devices', {
      body: Array.from({ length: 25 }, (_, i) => aVehicle({ id: i + 1, name: `Car ${i + 1}` }).device),
    })
    .on('GET /api/groups', { body: [] })
    .on('GET /api/geofences', { body: [] })
    .on('GET /api/reports/overview', { body: ITEMS })
    .on('GET /api/reports/overview/csv', { body: 'Figure' });
const open = (server: MemoryServer, query: string): Promise<Page> =>
  openPage({
    server,
    at: `/reports/overview?${query}`,
    routes: () => [
      { path: '/reports/:report', element: <ReportScreen /> },
      { path: '*', element: null },
    ],
    fleet: new MemoryFleet([]),
  });
const rows = async (): Promise<readonly string[]> =>
  within(await screen.findByRole('table', { name: 'Overview' }))
    .getAllByRole('row')
    .map((row) => row.textContent.replaceAll('\u00a0', ' '));

test('[REPW-703] figures have their unit, the compared figure, the change and a note, and what is not known is a dash', async () => {
  const server = aServer();
  await open(server, `${PERIOD}&run=1`);
  const [head, waiting, distance, idle, cost] = await rows();
  expect(head).toContain('FigureSubjectValueBeforeChangeNoteAs of');
  expect(waiting).toContain('WaitingAlarms waiting7');
  expect(distance).toContain('DistanceDistance and hours412 km300 km▲ 37%');
  expect(idle).toContain('IdlingDistance and hours1 hr 6 min1 hr 23 min▼ 20%10% of engine hours');
  expect(cost).toContain('CostFuel–');
});

test('[REPW-703] all vehicles are asked for at once, with the period that the screen compares with', async () => {
  const server = aServer();
  await open(server, `${PERIOD}&run=1&types=driven,silent`);
  await rows();
  const asked = server.requests('GET /api/reports/overview').map(({ query }) => query);
  expect(asked).toHaveLength(1);
  const [query = new URLSearchParams()] = asked;
  expect(query.getAll('deviceId')).toEqual([]);
  expect(query.getAll('type').join(',')).toBe('silent,driven');
  expect(query.get('comparedFrom')).toBe('2026-11-18T00:00:00.000Z');
  expect(query.get('comparedTo')).toBe('2026-11-19T23:59:59.999Z');
});

test('[REPW-703] a week is compared with the week before, also in files; subjects are chosen in the address', async () => {
  const server = aServer();
  const page = await open(server, 'period=lastWeek&run=1&types=driven');
  await rows();
  const [query = new URLSearchParams()] = server
    .requests('GET /api/reports/overview')
    .map((request) => request.query);
  const week = Date.parse(query.get('from') ?? '') - Date.parse(query.get('comparedFrom') ?? '');
  expect(week).toBe(7 * 86_400_000);
  await userEvent.click(screen.getByRole('button', { name: /Export/ }));
  await userEvent.click(await screen.findByRole('menuitem', { name: /CSV/ }));
  await waitFor(() => expect(server.requests('GET /api/reports/overview/csv')).toHaveLength(1));
  const [file] = server.requests('GET /api/reports/overview/csv');
  expect(file?.query.get('comparedFrom')).toBe(query.get('comparedFrom'));
  await userEvent.click(screen.getByRole('button', { name: /Distance and hours/ }));
  expect(page.path()).not.toContain('types=driven');
});
