import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DAY_MS, HOUR_MS, MINUTE_MS, systemClock } from '@rastro/base';
import {
  encodeRights,
  knots,
  NO_TOTALS,
  type FleetAlarm,
  type MaintenanceDue,
  type ReportItems,
  type ReportType,
  type Right,
} from '@rastro/fleet';
import {
  alarmContent,
  changeOf,
  serviceContent,
  TOTALS_FIGURES,
  type WidgetFigure,
} from '@rastro/fleet/figures';
import { readPdf } from '@rastro/outgoing/testing';
import { openTestTracker, type TestTracker } from '../../../../test/open-test-tracker.ts';
import { storedPosition } from '../../../../test/stored-position.ts';

type Item = ReportItems['overview'];
const START = Date.UTC(2026, 2, 23, 5, 30);
const END = START + 7 * DAY_MS - 1;
let now = END + HOUR_MS;
let t: TestTracker;
let cookie: string;
let userId: number;
let groupId: number;
const deviceIds: number[] = [];

interface Habits {
  readonly minutes: number;
  readonly alarmEvery: number;
  readonly days: readonly number[];
}
/** Drives of so many minutes on some days, with fuel, alarms and speeding. */
const drives = (deviceId: number, { minutes, alarmEvery, days }: Habits) =>
  days.flatMap((day) =>
    Array.from({ length: minutes }, (_, i) =>
      storedPosition({
        id: deviceId * 100_000 + (day + 10) * 1000 + i + 1,
        deviceId,
        fixTime: START + day * DAY_MS + i * MINUTE_MS,
        latitude: -23.5 + i * 0.009,
        speed: knots((i % 40 > 35 ? 96 : 60) / 1.852),
        attributes: {
          ignition: true,
          fuel: 60 - i / 10,
          ...(i % alarmEvery === 7 ? { alarm: 'hardBraking' } : {}),
        },
      }),
    ),
  );
const VEHICLES = {
  calm: { minutes: 240, alarmEvery: 200, days: [-7, -6, 0, 1, 2, 3, 6] },
  wild: { minutes: 200, alarmEvery: 20, days: [-7, -6, -5, 0, 1] },
  short: { minutes: 20, alarmEvery: 200, days: [2, 6] },
  never: { minutes: 0, alarmEvery: 200, days: [] },
} as const;

before(async () => {
  t = await openTestTracker({ clock: { ...systemClock, now: () => now } });
  userId = await t.addUser({ administrator: true, attributes: { 'rastro.lang': 'en' } });
  cookie = await t.signIn(userId);
  groupId = await post('/groups', { name: 'Company' });
  for (const [name, habits] of Object.entries(VEHICLES)) {
    const attributes = { speedLimit: 80 / 1.852, fuelPrice: 6.19, fuelCapacity: 60 };
    const body = { name, uniqueId: name, groupId: name === 'short' ? 0 : groupId, attributes };
    const id = await post('/devices', body);
    deviceIds.push(id);
    await t.storage.commit({ positions: drives(id, habits), events: alarmsOf(id), states: [] });
  }
});
after(() => t.dispose());

async function post(path: string, body: object): Promise<number> {
  return ((await t.api('POST', path, cookie, body)).json as { id: number }).id;
}
/** An alarm each day of the second week. */
const alarmsOf = (deviceId: number) =>
  [0, 1, 2, 3, 4, 5, 6].map((day) => ({
    id: deviceId * 100 + day + 1,
    deviceId,
    type: 'alarm' as const,
    eventTime: START + day * DAY_MS + HOUR_MS,
    positionId: 0,
    geofenceId: 0,
    maintenanceId: 0,
    attributes: { alarm: 'sos' },
  }));

interface Asked {
  readonly from?: number;
  readonly to?: number;
  readonly as?: string;
}
const iso = (at: number): string => new Date(at).toISOString();
async function report<K extends ReportType>(
  type: K,
  query = '',
  { from = START, to = END, as = cookie }: Asked = {},
): Promise<readonly ReportItems[K][]> {
  const path = `/reports/${type}?from=${iso(from)}&to=${iso(to)}${query}`;
  const { status, json, text } = await t.api('GET', path, as);
  assert.equal(status, 200, text);
  return json;
}
const brief = ({ figure, value, unit, before, change }: Item) => [figure, value, unit, before, change];
const briefOf = (figure: WidgetFigure) => [
  figure.name,
  figure.value,
  figure.unit,
  figure.before ?? null,
  changeOf(figure)?.percent ?? null,
];
const of = (items: readonly Item[], widget: Item['widget']): readonly Item[] =>
  items.filter((item) => item.widget === widget);
const valueOf = (items: readonly Item[], figure: Item['figure']): number | null | undefined =>
  items.find((item) => item.figure === figure)?.value;

/** Figures of a screen, from the reports that it reads. */
async function onScreen(query: string, asked: Required<Pick<Asked, 'from' | 'to'>>) {
  const { from, to } = asked;
  const [totals = NO_TOTALS] = await report('totals', `&sum=true${query}`, asked);
  const [before = NO_TOTALS] = await report('totals', `&sum=true${query}`, {
    from: 2 * from - to - 1,
    to: from - 1,
  });
  const [score = null] = await report('scores', `&sum=true${query}`, asked);
  return (['driven', 'safety', 'fuel', 'use'] as const).flatMap((kind) =>
    TOTALS_FIGURES[kind]({ totals, before, lengthMs: to - from + 1, score }).map(briefOf),
  );
}

test('[REPORT-121] figures of all vehicles together are those of the screen, from totals and scores, to the last digit', async () => {
  const types = '&type=driven&type=fuel&type=safety&type=use';
  const sets = ['', `&deviceId=${deviceIds[1]}`, `&groupId=${groupId}`, `&deviceId=${deviceIds[2]}`];
  for (const zone of ['UTC', 'Asia/Kathmandu', 'America/Sao_Paulo'])
    for (const set of sets)
      for (const [from, to] of [
        [START, END],
        [START + 61_000, START + 3 * DAY_MS + 7 * MINUTE_MS],
      ] as const) {
        const query = `${set}&zone=${zone}`;
        const items = await report('overview', `${query}${types}`, { from, to });
        assert.deepEqual(items.map(brief), await onScreen(query, { from, to }), `${query} ${from}`);
      }
  const all = await report('overview');
  assert.ok((valueOf(all, 'driven.distance') ?? 0) > 500_000);
  assert.ok((valueOf(all, 'fuel.rate') ?? 0) > 0 && (valueOf(all, 'safety.score') ?? 0) > 0);
  assert.deepEqual(
    [...new Set(all.map(({ widget }) => widget))],
    ['alarms', 'silent', 'services', 'driven', 'safety', 'fuel', 'use'],
  );
  const distance = all.find(({ figure }) => figure === 'driven.distance');
  assert.deepEqual([distance?.isGood, typeof distance?.change], [null, 'number']);
  assert.deepEqual(
    (await report('overview', '&type=use')).map(({ figure }) => figure),
    ['use.vehicles', 'use.hours'],
  );
  assert.deepEqual(await report('overview', '&type=nothing'), [], 'what is unknown widens nothing');
  assert.deepEqual(await report('overview', '&deviceId=999999'), [], 'of no vehicle');
  assert.deepEqual(await report('overview', '&limit=2&offset=1'), all.slice(1, 3));
  const noFuel = await report('overview', `&type=fuel&deviceId=${deviceIds[3]}`);
  assert.deepEqual(noFuel, [], 'nobody has reported fuel');
});

test('[REPORT-121] narrowed to hours, figures are of these hours, and so is the share of them', async () => {
  const hours = '&zone=UTC&fromHour=06:00&toHour=08:00';
  const [totals = NO_TOTALS] = await report('totals', `&sum=true${hours}`);
  const items = await report('overview', hours);
  assert.equal(valueOf(items, 'driven.distance'), totals.distance);
  const lengthMs = 7 * 2 * HOUR_MS;
  const [, use] = TOTALS_FIGURES.use({ totals, before: undefined, lengthMs, score: null });
  assert.equal(valueOf(items, 'use.hours'), use?.value);
});

test('[REPORT-122] vehicles without signal are those of the report of inactive ones, over the day before the end', async () => {
  for (const to of [END, START + 2 * DAY_MS + 12 * HOUR_MS, START - HOUR_MS]) {
    const types = '&type=never&type=silent';
    const silent = await report('inactive', types, { from: to - DAY_MS, to });
    const items = of(await report('overview', '', { from: to - 3 * DAY_MS, to }), 'silent');
    assert.deepEqual(
      items.map(({ figure, value, at }) => [figure, value, Date.parse(at ?? '')]),
      [['silent.count', silent.length, to]],
    );
  }
  // A period that has not ended yet is counted up to now.
  const [item] = await report('overview', '&type=silent', { to: now + DAY_MS });
  assert.equal(Date.parse(item?.at ?? ''), now);
});

test('[REPORT-122] alarms that waited at the end of the period, and how long the others had waited', async () => {
  const [first = 0, second = 0] = deviceIds;
  const alarmIds = [first * 100 + 1, first * 100 + 2, second * 100 + 1];
  now = START + 2 * DAY_MS;
  await t.api('POST', '/alarms/acknowledge', cookie, { eventIds: alarmIds });
  now = END + HOUR_MS;
  await t.api('POST', '/alarms/acknowledge', cookie, { eventIds: [second * 100 + 2] });
  const alarms: readonly FleetAlarm[] = (await t.api('GET', '/alarms', cookie)).json;
  const screen = alarmContent(alarms, () => '').figures.map(briefOf);
  const items = of(await report('overview', '', { to: now + DAY_MS }), 'alarms');
  assert.deepEqual(items.map(brief), screen);
  const ended = of(await report('overview'), 'alarms');
  assert.equal(valueOf(ended, 'alarms.waiting'), 4 * 7 - 3, 'the last was acknowledged later');
  const early = of(await report('overview', '', { to: START + DAY_MS }), 'alarms');
  assert.deepEqual(
    [valueOf(early, 'alarms.waiting'), valueOf(early, 'alarms.median')],
    [4, null],
    'nobody had seen any by then',
  );
  const one = of(await report('overview', `&deviceId=${first}`), 'alarms');
  assert.equal(valueOf(one, 'alarms.waiting'), 5);
});

test('[REPORT-122] maintenance that is due is that of the list, of these vehicles', async () => {
  for (const [name, start] of [
    ['late', now - DAY_MS],
    ['soon', now + 5 * DAY_MS],
    ['far', now + 300 * DAY_MS],
  ] as const) {
    const id = await post('/maintenance', { name, type: 'fixTime', start, period: 0 });
    const link = (deviceId: number | undefined) =>
      t.api('POST', '/permissions', cookie, { deviceId, maintenanceId: id });
    await link(deviceIds[0]);
    if (name === 'soon') await link(deviceIds[1]);
  }
  const due: readonly MaintenanceDue[] = (await t.api('GET', '/services/due', cookie)).json;
  const screen = serviceContent(due, () => '', now).figures.map(briefOf);
  const items = of(await report('overview'), 'services');
  assert.deepEqual(items.map(brief), screen);
  assert.deepEqual(
    items.map(({ figure, value }) => [figure, value]),
    [
      ['services.overdue', 1],
      ['services.within', 3],
    ],
  );
  const one = of(await report('overview', `&deviceId=${deviceIds[1]}`), 'services');
  assert.deepEqual([valueOf(one, 'services.overdue'), valueOf(one, 'services.within')], [0, 1]);
});

test('[REPORT-122] a figure whose right its reader lacks is not there, as JSON and in files', async () => {
  const { server } = t.tracker.directory;
  await t.tracker.directory.updateServer({ ...server, attributes: { 'rastro.enableAdvancedPerms': true } });
  const holding = async (...rights: readonly Right[]): Promise<string> => {
    const attributes = { 'rastro.advancedPerms': encodeRights(rights), 'rastro.lang': 'en' };
    const id = await t.addUser({ attributes });
    const links = deviceIds.map((propertyId) => ({
      ownerKind: 'user',
      ownerId: id,
      propertyKind: 'device',
      propertyId,
    }));
    await t.tracker.directory.links.change(links, []);
    return t.signIn(id);
  };
  const widgetsOf = async (as: string): Promise<readonly string[]> => [
    ...new Set(
      (await report('overview', '&type=alarms&type=services&type=use', { as })).map((i) => i.widget),
    ),
  ];
  const base = ['reports.view', 'reports.export'] as const;
  assert.deepEqual(await widgetsOf(await holding(...base)), ['use']);
  assert.deepEqual(await widgetsOf(await holding(...base, 'events.view')), ['alarms', 'use']);
  assert.deepEqual(await widgetsOf(await holding(...base, 'maintenance.view')), ['services', 'use']);
  const path = `/reports/overview/csv?from=${iso(START)}&to=${iso(END)}&type=alarms&type=use`;
  const csv = (await t.api('GET', path, await holding(...base))).text;
  assert.ok(csv.includes('Vehicles in use') && !csv.includes('Alarms waiting'));
  await t.tracker.directory.updateServer(server);
});

test('[REPORT-123] it is compared with the period that is named, else with as long a one right before', async () => {
  const compared = (from: number, to: number): string => `&comparedFrom=${iso(from)}&comparedTo=${iso(to)}`;
  const usual = await report('overview', '&type=driven');
  const named = await report('overview', `&type=driven${compared(START - 7 * DAY_MS, START - 1)}`);
  assert.deepEqual(named, usual);
  const other = await report('overview', `&type=driven${compared(START, START + DAY_MS - 1)}`);
  const [day = NO_TOTALS] = await report('totals', '&sum=true', { to: START + DAY_MS - 1 });
  assert.equal(other[0]?.before, day.distance);
  assert.ok((other[0]?.change ?? 0) > 0);
  const status = async (query: string): Promise<number> =>
    (await t.api('GET', `/reports/overview?from=${iso(START)}&to=${iso(END)}${query}`, cookie)).status;
  assert.equal(await status(compared(START, START - 1)), 400);
  assert.equal(await status(`&comparedFrom=${iso(START)}`), 400);
  assert.equal(await status(`&comparedTo=${iso(START)}`), 400);
});

test('[REPORT-124] files have figures in the language and units of their reader, and changes with their direction', async () => {
  const path = (format: string): string =>
    `/reports/overview/${format}?from=${iso(START)}&to=${iso(END)}&zone=UTC`;
  const lines = (await t.api('GET', path('csv'), cookie)).text.replaceAll('\u00a0', ' ').split('\r\n');
  assert.match(lines[0] ?? '', /^\uFEFF?Subject,Figure,Value,Before,Change,Note,As of$/);
  const distance = lines.find((line) => line.startsWith('Distance and hours,Distance,')) ?? '';
  assert.match(distance, /,(?:"\d,\d{3} km"|\d+ km),(?:"\d,\d{3} km"|\d+ km),/);
  assert.match(distance, /[▲▼] \d+%/);
  const speaker = await t.signIn(
    await t.addUser({ attributes: { 'rastro.lang': 'pt-BR', distanceUnit: 'mi' } }),
  );
  const { users, links } = t.tracker.directory;
  const reader = [...users.inOrder()].at(-1)?.id ?? 0;
  const link = { ownerKind: 'user', ownerId: reader, propertyKind: 'device', propertyId: deviceIds[0] ?? 0 };
  await links.change([link], []);
  const own = (await t.api('GET', path('csv'), speaker)).text.replaceAll('\u00a0', ' ');
  assert.match(own, /Distância e horas;Distância;[\d.,]+ mi;/);
  const page = await pdfOf(path('pdf'), cookie);
  assert.equal(page.pages, 1);
  const [text = ''] = page.texts;
  for (const word of ['Overview', 'Compared with', 'Distance and hours', 'Score of the fleet', 'Page 1/1'])
    assert.ok(text.includes(word), word);
  const dense = await pdfOf(`${path('pdf')}&form=table`, cookie);
  assert.ok(dense.texts[0]?.includes('Distance and hours'));
  assert.ok(dense.texts[0]?.includes('Compared with: '), 'in the line above the table');
  assert.match(dense.texts[0] ?? '', /\n[+-]\d+%\n/);
});

async function pdfOf(path: string, as: string) {
  const reply = await t.tracker.api.inject({ url: `/api${path}`, headers: { cookie: as } });
  assert.equal(reply.statusCode, 200);
  return readPdf(reply.rawPayload);
}
