import type { Group, ScoreItem } from '@rastro/fleet';
import {
  DEFAULT_SCORE_SETTINGS,
  NO_SCORED,
  scoreOf,
  scoreSettingsText,
  type ScoredSums,
} from '@rastro/fleet/scores';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { aServer, aUser, MemoryServer, type Request } from '../../testing/memory-server.ts';
import { openPage, type Page } from '../../testing/open-page.tsx';
import { DriverScoreScreen, UnknownDriverScreen } from './driver-score-screen.tsx';
import { ScoreScreen } from './score-screen.tsx';
import { ScoresScreen } from './scores-screen.tsx';
import { trendPeriods } from './use-trend.ts';

const HOUR = 3_600_000;
const PERIOD = 'from=2026-10-01T00:00:00.000Z&to=2026-10-30T23:59:59.999Z';
const USUAL = scoreSettingsText(DEFAULT_SCORE_SETTINGS);
const NOBODY = {
  deviceId: 0,
  deviceName: '',
  driverUniqueId: null,
  driverName: null,
  groupId: 0,
  groupName: null,
  vehicles: 1,
  deviceIds: [],
};

function line(km: number, fields: Partial<ScoredSums>, whose: Partial<ScoreItem>): ScoreItem {
  const moving = (km / 50) * HOUR;
  const driven = { distance: km * 1000, watched: km * 1000, moving, engineHours: moving, limited: moving };
  const sums: ScoredSums = { ...NO_SCORED, ...driven, ...fields };
  return { ...NOBODY, ...whose, ...scoreOf(sums, DEFAULT_SCORE_SETTINGS), settings: USUAL, sums };
}
const item = (
  deviceId: number,
  deviceName: string,
  km: number,
  fields: Partial<ScoredSums> = {},
): ScoreItem => line(km, fields, { deviceId, deviceName });
const ALL = [
  item(1, 'Ana van', 1000, { brakings: 60, severeBrakings: 10, over20: HOUR }),
  item(2, 'Bus', 2000, { brakings: 2 }),
  item(3, 'Car', 150),
  item(4, 'Dray', 10),
];
const DRIVERS = [
  line(1000, { brakings: 5 }, { driverUniqueId: 'ana', driverName: 'Ana', deviceIds: [1, 2] }),
  line(900, { brakings: 90, idle: HOUR }, { driverUniqueId: 'rui 7', driverName: 'Rui', deviceIds: [2, 3] }),
  line(800, {}, { driverUniqueId: 'x9' }),
  line(5000, {}, {}),
];
const GROUPS = [line(3000, { brakings: 5 }, { groupId: 7, groupName: 'North' }), line(500, {}, {})];
const linesOf = (by: string | null): readonly ScoreItem[] =>
  by === 'driver' ? DRIVERS : by === 'group' ? GROUPS : ALL;
const scores = ({ query }: Request) => {
  const ids = query.getAll('deviceId');
  const driver = query.get('driver');
  if (driver !== null) return { body: DRIVERS.filter(({ driverUniqueId }) => driverUniqueId === driver) };
  const lines = linesOf(query.get('by'));
  return { body: ids.length === 0 ? lines : lines.filter(({ deviceId }) => ids.includes(String(deviceId))) };
};
const NORTH: Group = { id: 7, name: 'North', groupId: 0, attributes: { speedLimit: 43 } };
const serverFor = (user: object = { administrator: true }): MemoryServer =>
  new MemoryServer()
    .on('GET /api/session', { body: aUser({ attributes: { timezone: 'UTC' }, ...user }) })
    .on('GET /api/server', { body: aServer({}) })
    .on('GET /api/drivers', {
      body: [
        { id: 4, name: 'Ana', uniqueId: 'ana', attributes: {} },
        { id: 5, name: 'Rui', uniqueId: 'rui 7', attributes: {} },
        { id: 6, name: 'Zoe', uniqueId: 'zoe', attributes: {} },
      ],
    })
    .on('GET /api/groups', { body: [NORTH] })
    .on('GET /api/groups/7', { body: NORTH })
    .on('GET /api/reports/scores', scores);
const open = (at: string, server = serverFor()): Promise<Page> =>
  openPage({
    server,
    at,
    routes: () => [
      { path: '/scores', element: <ScoresScreen /> },
      { path: '/scores/:deviceId', element: <ScoreScreen /> },
      { path: '/drivers/:driverId/score', element: <DriverScoreScreen /> },
      { path: '/scores/driver/:uniqueId', element: <UnknownDriverScreen /> },
      { path: '*', element: null },
    ],
  });
const names = (list: HTMLElement): readonly (string | null)[] =>
  within(list)
    .getAllByRole('listitem')
    .map((each) => /[A-Za-z][A-Za-z ]*?(?=[\d])/.exec(each.textContent)?.[0] ?? null);
const linkTo = (scope: HTMLElement, name: string): URL =>
  new URL(within(scope).getByRole('link', { name }).getAttribute('href') ?? '', 'http://localhost');

test('[SCOREW-1][SCOREW-2] vehicles by their score, found and ordered, those without a rank apart', async () => {
  await open(`/scores?${PERIOD}`);
  const ranked = await screen.findByRole('region', { name: 'Ranked' });
  expect(names(ranked)).toEqual(['Bus', 'Ana van']);
  const others = screen.getByRole('region', { name: 'Not ranked' });
  expect(names(others)).toEqual(['Car', 'Dray']);
  expect(within(others).getByText('Too short a distance for a score')).toBeDefined();
  expect(screen.getByText(/^Median: /)).toBeDefined();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Order' }), 'Worst first');
  expect(names(ranked)).toEqual(['Ana van', 'Bus']);
  await userEvent.type(screen.getByRole('searchbox'), 'bus');
  expect(names(ranked)).toEqual(['Bus']);
  expect(screen.queryByRole('region', { name: 'Not ranked' })).toBeNull();
  await userEvent.type(screen.getByRole('searchbox'), 'x');
  expect(await screen.findByText('Nothing found')).toBeDefined();
});

test('[SCOREW-3][SCOREW-4] a score says its place and what it lost; kinds lead to their events, unknown ones are named', async () => {
  const page = await open(`/scores?${PERIOD}`);
  await userEvent.click(await screen.findByRole('link', { name: /Ana van/ }));
  expect(page.path().split('?')[0]).toBe('/scores/1');
  expect(await screen.findByText('Place 2 of 2')).toBeDefined();
  const parts = screen.getByRole('table', { name: 'What it cost' });
  const [, ...lines] = within(parts).getAllByRole('row');
  const lost = lines.map((line) => Number(within(line).getAllByRole('cell').at(-1)?.textContent));
  expect(lost).toEqual(lost.toSorted((a, b) => b - a));
  const [{ points } = { points: null }] = ALL;
  expect(lost.reduce((sum, each) => sum + Math.round(each * 10), 0)).toBe(
    1000 - Math.round((points ?? 0) * 10),
  );
  const to = linkTo(parts, 'Harsh braking');
  expect([to.pathname, to.searchParams.get('devices'), to.searchParams.get('types')]).toEqual([
    '/reports/harsh',
    '1',
    'braking',
  ]);
  expect(to.searchParams.get('from')).toBe('2026-10-01T00:00:00.000Z');
  expect(linkTo(parts, 'Driving at night').pathname).toBe('/reports/travels');
  expect(within(parts).queryByText('Out of hours')).toBeNull();
  expect(screen.getByText(/^Made without: Out of hours, No seat belt, Phone in use\./)).toBeDefined();
});

test('[SCOREW-5] the last weeks or months are a picture with a sentence, and a table', async () => {
  const page = await open(`/scores/2?${PERIOD}`);
  const table = await screen.findByRole('table', { name: 'Trend' });
  expect(within(table).getAllByRole('row')).toHaveLength(13);
  expect(screen.getByRole('img', { name: /^12 scores, from / })).toBeDefined();
  expect(screen.getByText(/^The dashed line is the median/)).toBeDefined();
  await userEvent.click(screen.getByRole('radio', { name: 'Month' }));
  expect(page.path()).toContain('trend=month');
  expect(await screen.findByRole('columnheader', { name: 'Month' })).toBeDefined();
});

test('[SCOREW-5] weeks and months are those of the calendar, and the last one ends with the period', () => {
  const place = { zone: 'UTC', weekStart: 1 };
  const [from, to] = [new Date('2026-03-01T00:00:00Z'), new Date('2026-03-04T12:00:00Z')];
  const begins = (step: 'week' | 'month') =>
    trendPeriods(step, { from, to }, place)
      .slice(-3)
      .map((each) => each.from.toISOString().slice(0, 10));
  expect(begins('week')).toEqual(['2026-02-16', '2026-02-23', '2026-03-02']);
  expect(begins('month')).toEqual(['2026-01-01', '2026-02-01', '2026-03-01']);
  expect(trendPeriods('month', { from, to }, place)).toHaveLength(12);
  expect(trendPeriods('week', { from, to }, place).at(-1)?.to).toEqual(to);
});

test('[SCOREW-5] weeks are asked for one after the other, and none after one that was refused', async () => {
  const isOfOne = ({ query }: Request): boolean => query.has('deviceId');
  const server = serverFor().on('GET /api/reports/scores', (request) =>
    isOfOne(request) ? { status: 429, body: {} } : scores(request),
  );
  await open(`/scores/2?${PERIOD}`, server);
  expect(await screen.findByRole('alert')).toBeDefined();
  expect(server.requests('GET /api/reports/scores').filter(isOfOne)).toHaveLength(1);
});

test('[SCOREW-2] a vehicle without enough data has the reason instead of a number', async () => {
  await open(`/scores/4?${PERIOD}`);
  expect(await screen.findByText('Not enough data for a score')).toBeDefined();
  expect(screen.queryByRole('table', { name: 'What it cost' })).toBeNull();
  expect(await screen.findByRole('img', { name: 'None has enough data for a score.' })).toBeDefined();
});

test('[SCOREW-6] without a vehicle there is a sentence; what could not be read is read again', async () => {
  const server = serverFor().on('GET /api/reports/scores', { status: 500, body: {} });
  await open(`/scores?${PERIOD}`, server);
  const alert = await screen.findByRole('alert');
  expect(within(alert).getByText('The scores could not be loaded')).toBeDefined();
  server.on('GET /api/reports/scores', { body: [] });
  await userEvent.click(within(alert).getByRole('button'));
  expect(await screen.findByText('No vehicles')).toBeDefined();
});

test('[SCOREW-6] a vehicle that is not there, or not for this reader, is said to be so', async () => {
  await open(`/scores/99?${PERIOD}`);
  expect(await screen.findByText('This vehicle was not found')).toBeDefined();
});

test('[SCOREW-1][SCOREW-2] drivers and groups are chosen in the address; nobody known has no place', async () => {
  const server = serverFor();
  const page = await open(`/scores?${PERIOD}`, server);
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Scores of' }), 'Drivers');
  expect(page.path()).toContain('by=driver');
  const ranked = await screen.findByRole('region', { name: 'Ranked' });
  await waitFor(() => expect(names(ranked)).toEqual(['x', 'Ana', 'Rui']));
  expect(within(ranked).getAllByRole('link')).toHaveLength(3);
  const others = screen.getByRole('region', { name: 'Not ranked' });
  expect(within(others).getByText('No driver identified')).toBeDefined();
  expect(within(others).queryByRole('link')).toBeNull();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Scores of' }), 'Groups');
  expect(await screen.findByText('In no group')).toBeDefined();
  const asked = server.requests('GET /api/reports/scores').map(({ query }) => query.get('by'));
  expect(asked).toEqual([null, 'driver', 'group']);
});

test('[SCOREW-7] a ranking is that of one group, and a group leads to its vehicles', async () => {
  const server = serverFor();
  const page = await open(`/scores?${PERIOD}&by=group`, server);
  await userEvent.click(await screen.findByRole('link', { name: /North/ }));
  const [path, search] = page.path().split('?');
  expect([path, new URLSearchParams(search).get('group'), new URLSearchParams(search).get('by')]).toEqual([
    '/scores',
    '7',
    null,
  ]);
  await userEvent.click(await screen.findByRole('link', { name: /Bus/ }));
  expect(page.path()).toContain('group=7');
  await screen.findByText('Place 1 of 2');
  const groups = server
    .requests('GET /api/reports/scores')
    .filter(({ query }) => !query.has('deviceId') && query.get('by') === null)
    .map(({ query }) => query.get('groupId'));
  expect(new Set(groups)).toEqual(new Set(['7']));
});

test('[SCOREW-3][SCOREW-8] a driver has a score over all vehicles, and each kind leads to their events alone', async () => {
  const server = serverFor();
  await open(`/drivers/5/score?${PERIOD}`, server);
  expect(await screen.findByRole('heading', { name: 'Score of Rui' })).toBeDefined();
  expect(await screen.findByText('Place 3 of 3')).toBeDefined();
  const parts = screen.getByRole('table', { name: 'What it cost' });
  for (const [name, path] of [
    ['Harsh braking', '/reports/harsh'],
    ['Speeding', '/reports/speeding'],
    ['Idling', '/reports/idle'],
    ['Driving at night', '/reports/drivers'],
  ] as const) {
    const { pathname, searchParams } = linkTo(parts, name);
    expect([pathname, searchParams.get('driver'), searchParams.get('devices')]).toEqual([
      path,
      'rui 7',
      '2,3',
    ]);
  }
  await screen.findByRole('table', { name: 'Trend' });
  const trend = server.requests('GET /api/reports/scores').filter(({ query }) => query.has('driver'));
  expect(trend).toHaveLength(12);
});

test('[SCOREW-8] a driver who did not drive has not enough data; one who is not there is not asked about', async () => {
  await open(`/drivers/6/score?${PERIOD}`);
  expect(await screen.findByText('Not enough data for a score')).toBeDefined();
  const server = serverFor();
  await open(`/drivers/99/score?${PERIOD}`, server);
  expect(await screen.findByText('This driver was not found')).toBeDefined();
  expect(server.requests('GET /api/reports/scores')).toHaveLength(0);
});

test('[SCOREW-11] somebody whom only records name has a page, and can be made a driver by who may', async () => {
  const server = serverFor().on('GET /api/drivers', {
    body: [{ id: 4, name: 'Ana', uniqueId: 'ana', attributes: {} }],
  });
  const page = await open(`/scores?by=driver&${PERIOD}`, server);
  await userEvent.click(await screen.findByRole('link', { name: /Rui/ }));
  expect(page.path().split('?')[0]).toBe('/scores/driver/rui%207');
  expect(await screen.findByRole('heading', { name: 'Score of rui 7' })).toBeDefined();
  await screen.findByRole('table', { name: 'What it cost' });
  const create = screen.getByRole('link', { name: 'Create driver' });
  expect(create.getAttribute('href')).toBe('/drivers/new?uniqueId=rui%207');
  page.unmount();
  const known = await open(`/scores/driver/rui%207?${PERIOD}`);
  expect(await screen.findByRole('heading', { name: 'Score of Rui' })).toBeDefined();
  expect(screen.queryByRole('link', { name: 'Create driver' })).toBeNull();
  known.unmount();
  const reader = { administrator: false, readonly: true };
  await open(`/scores/driver/nobody?${PERIOD}`, serverFor(reader));
  expect(await screen.findByText('Not enough data for a score')).toBeDefined();
  expect(screen.queryByRole('link', { name: 'Create driver' })).toBeNull();
});

const slide = (name: string, steps: number): void => {
  const slider = screen.getByRole<HTMLInputElement>('slider', { name });
  fireEvent.change(slider, { target: { value: String(Number(slider.value) + steps) } });
};
const previewed = async (): Promise<readonly string[]> => {
  const table = await screen.findByRole('table', { name: 'Last 30 days with these settings' });
  return within(table)
    .getAllByRole('row')
    .map((row) => row.textContent);
};

test('[SCOREW-9] who manages users tries other settings on the last 30 days; nobody else is offered it', async () => {
  await open('/scores', serverFor({ administrator: false, userLimit: 0 }));
  await screen.findByRole('region', { name: 'Ranked' });
  expect(screen.queryByRole('button', { name: 'Score settings' })).toBeNull();
});

test('[SCOREW-9][SCOREW-10] a slider shows what it makes of the last month, and saving keeps other attributes', async () => {
  const server = serverFor({ administrator: false, userLimit: 5 }).on('PUT /api/groups/7', {
    status: 500,
    body: {},
  });
  await open('/scores', server);
  await userEvent.click(await screen.findByRole('button', { name: 'Score settings' }));
  const before = await previewed();
  expect(before[1]).toMatch(/^Best([\d.]+ · Bus)\1$/);
  slide('Weight: Harsh braking', 30);
  const after = await previewed();
  expect(after[3]).toMatch(/^Worst[\d.]+ · Ana van[\d.]+ · Ana van$/);
  expect(after[3]).not.toBe(before[3]);
  slide('Distance for a rank', 5);
  expect((await previewed())[4]).toBe('Ranked21');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('alert')).toBeDefined();
  expect(screen.getByRole<HTMLInputElement>('slider', { name: 'Weight: Harsh braking' }).value).toBe('50');
  server.on('PUT /api/groups/7', { body: NORTH });
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull());
  const [, sent] = server.requests('PUT /api/groups/7');
  const { id, attributes } = JSON.parse(String(sent?.body));
  expect([id, attributes.speedLimit]).toEqual([7, 43]);
  expect(attributes['score.settings']).toContain('braking=50/6');
});

test('[SCOREW-10] back to the usual settings leaves none of its own', async () => {
  const own = { ...NORTH, attributes: { 'score.settings': USUAL.replace('braking=20', 'braking=40') } };
  const server = serverFor({ administrator: false, userLimit: 5 })
    .on('GET /api/groups', { body: [own] })
    .on('GET /api/groups/7', { body: own })
    .on('PUT /api/groups/7', { body: NORTH });
  await open('/scores?group=7', server);
  await userEvent.click(await screen.findByRole('button', { name: 'Score settings' }));
  expect((await screen.findByRole<HTMLInputElement>('slider', { name: 'Weight: Harsh braking' })).value).toBe(
    '40',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Back to default' }));
  expect(screen.getByRole<HTMLInputElement>('slider', { name: 'Weight: Harsh braking' }).value).toBe('20');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(server.requests('PUT /api/groups/7')).toHaveLength(1));
  expect(JSON.parse(String(server.requests('PUT /api/groups/7')[0]?.body)).attributes).toEqual({});
});
