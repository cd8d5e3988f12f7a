import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  knots,
  toKmPerHour,
  type DriverItem,
  type FuelingItem,
  type IdleItem,
  type StopItem,
  type SummaryItem,
  type TripItem,
  type ReportItems,
} from '@rastro/fleet';
import { readPdf } from '@rastro/outgoing/testing';
import { openDayOfVan } from '../../test/day-of-van.ts';
import { MINUTE, START, theDay } from '../../test/made-day.ts';
import { eventually, type TestTracker } from '../../test/open-test-tracker.ts';

const DAY = 86_400_000;
const iso = (time: number): string => new Date(time).toISOString();
const clock = (minute: number): string => iso(START + minute * MINUTE).replace('Z', '+00:00');
const PERIOD = `from=${iso(START - 12 * 60 * MINUTE)}&to=${iso(START + 2 * DAY)}`;
const OWN = [
  'between',
  'idle',
  'speeding',
  'drivers',
  'fuelings',
  'fuel',
  'daily',
  'inactive',
  'chronology',
] as const;

let t: TestTracker;
let cookie: string;
let guest: string;
let van: number;
let parked: number;
let yard: number;
let shop: number;
let road: number;

const MINUTES = 965;

before(async () => ({ t, cookie, guest, van, parked, yard, shop, road } = await openDayOfVan()));
after(() => t.dispose());

async function list<T>(path: string, query = '', who = cookie): Promise<readonly T[]> {
  const reply = await t.api('GET', `/reports/${path}?${PERIOD}${query}`, who);
  assert.equal(reply.status, 200, reply.text);
  return reply.json;
}
const ofVan = <T>(path: string, query = '', who = cookie): Promise<readonly T[]> =>
  list<T>(path, `&deviceId=${van}${query}`, who);
const total = <T>(items: readonly T[], of: (item: T) => number | null): number =>
  items.reduce((sum, item) => sum + (of(item) ?? 0), 0);
const near = (value: number | null | undefined, expected: number, by: number): void =>
  assert.ok(Math.abs((value ?? Number.NaN) - expected) <= by, `${value} is not ${expected} ± ${by}`);

test('[REPORT-15] visits are whole, with time and way inside, one that is under way too', async () => {
  const named = [yard, shop, road].map((id) => `&geofenceId=${id}`).join('');
  const visits = await ofVan<ReportItems['geofences']>('geofences', named);
  assert.deepEqual(
    visits.map((visit) => [visit.geofenceId, visit.startTime, visit.endTime, visit.isUnderWay]),
    [
      [yard, clock(0), clock(24), false],
      [shop, clock(65), clock(194), false],
      [road, clock(195), clock(204), false],
      [yard, clock(935), clock(MINUTES - 1), true],
    ],
  );
  near(visits[1]?.distance, 9900, 1000);
  assert.equal(visits[1]?.duration, 129 * MINUTE);
  const [touched] = (
    await t.api(
      'GET',
      `/reports/geofences?deviceId=${van}&geofenceId=${shop}&from=${clock(100).replace('+', '%2B')}&to=${iso(START + 101 * MINUTE)}`,
      cookie,
    )
  ).json as ReportItems['geofences'][];
  assert.equal(touched?.startTime, clock(65), 'who asks for a minute of it sees all of it');
});

test('[REPORT-300] visits of no geofence that is named are those of all that the reader sees', async () => {
  const named = [yard, shop, road].map((id) => `&geofenceId=${id}`).join('');
  const visits = await ofVan<ReportItems['geofences']>('geofences');
  assert.equal(visits.length, 4);
  assert.deepEqual(visits, await ofVan<ReportItems['geofences']>('geofences', named));
  assert.deepEqual(await ofVan('geofences', '', guest), [], 'and nothing of others');
});

test('[REPORT-33] ways between geofences begin in one and end in the next', async () => {
  const trips = await ofVan<ReportItems['between']>('between');
  assert.deepEqual(
    trips.map((trip) => [trip.fromGeofenceId, trip.toGeofenceId, trip.startTime, trip.endTime]),
    [
      [yard, shop, clock(24), clock(65)],
      [shop, road, clock(194), clock(195)],
      [road, yard, clock(204), clock(935)],
    ],
  );
  near(trips[0]?.distance, 39_600, 2000);
  const two = await ofVan<ReportItems['between']>('between', `&geofenceId=${yard}&geofenceId=${shop}`);
  assert.deepEqual(
    two.map((trip) => [trip.fromGeofenceId, trip.toGeofenceId]),
    [
      [yard, shop],
      [shop, yard],
    ],
  );
  assert.deepEqual(
    await ofVan('between', '', guest),
    [],
    'of geofences that the reader does not see nothing is told',
  );
});

test('[REPORT-42] each report with a place says the nearest town', async () => {
  const addressOf = async (kind: string): Promise<string> =>
    String((await ofVan<{ address: string | null }>(kind))[0]?.address);
  // The list of towns is read when it is first needed.
  await eventually(async () => (await addressOf('idle')).endsWith(', BR'));
  for (const kind of ['speeding', 'fuelings', 'stops']) assert.match(await addressOf(kind), /, BR$/, kind);
});

test('[REPORT-34] idling with its place, its time, and what it cost by the rate', async () => {
  const [idle, ...none] = await ofVan<IdleItem>('idle');
  assert.equal(none.length, 0);
  assert.equal(idle?.startTime, clock(10));
  near(idle?.duration, 15 * MINUTE, MINUTE);
  near(idle?.spentFuel, ((idle?.duration ?? 0) * 1.5) / 3_600_000, 0.001);
  near(idle?.cost, (idle?.spentFuel ?? 0) * 6, 1e-9);
  assert.deepEqual([idle?.latitude, idle?.longitude, idle?.positionId], [-23.5, -46.6, 11]);
});

test('[REPORT-35] speeding says whose limit it was, and names no geofence that the reader does not see', async () => {
  const [fast, slow, ...none] = await ofVan<ReportItems['speeding']>('speeding');
  assert.equal(none.length, 0);
  assert.deepEqual([fast?.limitSource, fast?.geofenceId, fast?.driverName], ['device', 0, 'Eva']);
  near(toKmPerHour(knots(fast?.over ?? 0)), 10, 0.1);
  near(toKmPerHour(knots(fast?.maxSpeed ?? 0)), 90, 0.1);
  near(fast?.distance, 7500, 1600);

  assert.deepEqual([slow?.limitSource, slow?.geofenceId, slow?.startTime], ['geofence', road, clock(195)]);
  near(toKmPerHour(knots(slow?.limit ?? 0)), 30, 0.1);
  const [, seen] = await ofVan<ReportItems['speeding']>('speeding', '', guest);
  assert.deepEqual([seen?.limitSource, seen?.geofenceId], ['geofence', 0]);
});

test('[REPORT-36] lines of drivers together are the trips, also what nobody is known for', async () => {
  const trips = await ofVan<TripItem>('trips');
  const lines = await ofVan<DriverItem>('drivers');
  assert.deepEqual(
    lines.map((line) => [line.driverUniqueId, line.driverName, line.speedings]),
    [
      ['D1', 'Eva', 1],
      ['D2', null, 0],
      [null, null, 1],
    ],
  );
  assert.equal(
    total(lines, ({ distance }) => distance),
    total(trips, ({ distance }) => distance),
  );
  assert.equal(
    total(lines, ({ duration }) => duration),
    total(trips, ({ duration }) => duration),
  );
  near(lines[0]?.distance, 27_000, 1500);
  near(lines[1]?.distance, 12_600, 1500);
  assert.equal(
    total(lines, ({ idle }) => idle),
    total(await ofVan<IdleItem>('idle'), ({ duration }) => duration),
  );
});

test('[REPORT-64] of one driver that is asked for there is a line for each drive, and no other', async () => {
  const [sum] = await ofVan<DriverItem>('drivers');
  const drives = await ofVan<DriverItem>('drivers', '&driver=D1');
  assert.equal(drives.length, sum?.drives);
  assert.deepEqual(
    new Set(drives.map(({ driverUniqueId, drives: each }) => `${driverUniqueId} ${each}`)),
    new Set(['D1 1']),
  );
  assert.equal(
    total(drives, ({ distance }) => distance),
    sum?.distance,
  );
  assert.ok(drives.every(({ startTime, endTime }) => startTime < endTime));
  assert.deepEqual(await ofVan('drivers', '&driver=D9'), []);
});

test('[REPORT-37] fills with litres, place and cost; use by period and by day adds up', async () => {
  const [fill, ...none] = await ofVan<FuelingItem>('fuelings');
  assert.equal(none.length, 0);
  assert.equal(fill?.type, 'fill');
  assert.deepEqual([fill?.before, fill?.after, fill?.litres, fill?.cost], [50, 80, 30, 180]);
  const [whole] = await ofVan<ReportItems['fuel']>('fuel');
  assert.equal(whole?.filled, 30);
  assert.equal(whole?.drained, 0);
  assert.deepEqual(whole?.sources, ['level']);
  assert.equal(whole?.spentFuel, 0);
  assert.equal(whole?.cost, 0);
  const days = await ofVan<ReportItems['fuel']>('fuel', '&daily=true');
  assert.equal(days.length, 2);
  assert.equal(
    total(days, ({ distance }) => distance),
    whole?.distance,
  );
  assert.equal(
    total(days, ({ filled }) => filled),
    30,
  );
  assert.equal(days[1]?.litresPer100Km, 0);
});

test('[REPORT-700] fills or drains alone are asked for by their type; a file says so', async () => {
  assert.equal((await ofVan<FuelingItem>('fuelings', '&type=fill')).length, 1);
  assert.deepEqual(await ofVan<FuelingItem>('fuelings', '&type=drain'), []);
  assert.equal((await ofVan<FuelingItem>('fuelings', '&type=fill&type=drain')).length, 1);
  const pdf = await t.tracker.api.inject({
    url: `/api/reports/fuelings/pdf?${PERIOD}&deviceId=${van}&type=drain`,
    headers: { cookie },
  });
  assert.match(readPdf(pdf.rawPayload).texts.join(' '), / · Drain/);
});

test('[REPORT-61] fuel and summary say what was in the tank at begin and end of each line', async () => {
  const ends = (lines: readonly { startFuel?: number | null; endFuel?: number | null }[]): unknown =>
    lines.map(({ startFuel, endFuel }) => [startFuel, endFuel]);
  assert.deepEqual(ends(await ofVan<ReportItems['fuel']>('fuel')), [[50, 80]]);
  assert.deepEqual(ends(await ofVan<SummaryItem>('summary')), [[50, 80]]);
  assert.deepEqual(ends(await ofVan<ReportItems['fuel']>('fuel', '&daily=true')), [
    [50, 80],
    [80, 80],
  ]);
  for (const name of ['fuel', 'summary']) {
    const sheet = await t.api('GET', `/reports/${name}/csv?${PERIOD}&deviceId=${van}`, cookie);
    assert.match(sheet.text, /Level at start \(L\).*Level at end \(L\)/, name);
  }
});

test('[REPORT-38] kilometres of civil days, in the zone that is asked for, add up to the summary', async () => {
  const [summary] = await ofVan<SummaryItem>('summary');
  for (const [zone, dates] of [
    ['', ['2026-03-02', '2026-03-03']],
    ['&zone=Asia/Tokyo', ['2026-03-02', '2026-03-03']],
    ['&zone=UTC', ['2026-03-02', '2026-03-03']],
  ] as const) {
    const days = await ofVan<ReportItems['daily']>('daily', zone);
    assert.deepEqual(
      days.map(({ date }) => date),
      dates,
      zone,
    );
    assert.equal(
      total(days, ({ distance }) => distance),
      summary?.distance,
      zone,
    );
    assert.equal(
      total(days, ({ engineHours }) => engineHours),
      summary?.engineHours,
    );
    assert.equal(
      total(days, ({ moving, stopped, silent }) => moving + stopped + silent),
      (MINUTES - 1) * MINUTE,
    );
    assert.equal(days[0]?.endOdometer, days[1]?.startOdometer);
  }
  const [tokyo] = await ofVan<ReportItems['daily']>('daily', '&zone=Asia/Tokyo');
  assert.equal(tokyo?.endTime.slice(0, 16), '2026-03-02T14:59');
  const wrong = await t.api('GET', `/reports/daily?${PERIOD}&zone=Mars/Base`, cookie);
  assert.match(wrong.text, /^Unknown time zone - zone: is no time zone/);
});

test('[REPORT-39] inactive are vehicles that never reported, were silent, or did not move', async () => {
  const [never, ...others] = await list<ReportItems['inactive']>('inactive');
  assert.deepEqual([never?.deviceId, never?.reason, never?.lastReport], [parked, 'never', null]);
  assert.equal(never?.verdict, 'neverConnected');
  assert.equal(others.length, 0, 'who moved is not in it');
  const asked = async (from: number, to: number): Promise<ReportItems['inactive'][]> =>
    (await t.api('GET', `/reports/inactive?deviceId=${van}&from=${iso(from)}&to=${iso(to)}`, cookie)).json;
  const [later] = await asked(START + 5 * DAY, START + 6 * DAY);
  assert.deepEqual([later?.reason, later?.lastReport], ['silent', clock(MINUTES - 1)]);
  assert.equal(later?.lastMovement?.slice(0, 10), '2026-03-03');
  const [item] = await asked(START + 300 * MINUTE, START + 600 * MINUTE);
  assert.deepEqual([item?.reason, item?.verdict], ['standing', null]);
  assert.equal(item?.longitude, -46.6);
});

test('[REPORT-48] a chronology is trips, stops and events in one list, in order of time, each once', async () => {
  const minutes = [1, 25, 26, 120];
  const moving = { id: 910, type: 'deviceMoving' as const, eventTime: START + 25 * MINUTE, attributes: {} };
  await t.storage.commit({
    positions: [],
    events: [
      { ...moving, deviceId: van, positionId: 0, geofenceId: 0, maintenanceId: 0 },
      ...minutes.map((minute, at) => ({
        id: 900 + at,
        deviceId: van,
        type: at === 3 ? ('geofenceEnter' as const) : ('alarm' as const),
        eventTime: START + minute * MINUTE,
        positionId: 0,
        geofenceId: at === 3 ? shop : 0,
        maintenanceId: 0,
        attributes: at === 3 ? {} : { alarm: 'sos' },
      })),
    ],
    states: [],
  });
  const all = await ofVan<ReportItems['chronology']>('chronology');
  const begins = all.map(({ startTime }) => startTime);
  assert.deepEqual(begins, begins.toSorted());
  const ofKind = (kind: ReportItems['chronology']['kind']): readonly ReportItems['chronology'][] =>
    all.filter((item) => item.kind === kind);
  const [trips, stops] = [await ofVan<TripItem>('trips'), await ofVan<StopItem>('stops')];
  assert.deepEqual(
    ofKind('trip').map(({ startTime, distance }) => [startTime, distance]),
    trips.map(({ startTime, distance }) => [startTime, distance]),
  );
  assert.deepEqual(
    ofKind('stop').map(({ duration }) => duration),
    stops.map(({ duration }) => duration),
  );
  assert.equal(ofKind('trip')[0]?.driverName, 'Eva');
  assert.deepEqual(
    ofKind('event').map(({ startTime, alarm, geofenceId }) => [startTime, alarm, geofenceId]),
    minutes.map((minute, at) => [clock(minute), at === 3 ? null : 'sos', at === 3 ? shop : 0]),
  );
  const sos = await ofVan<ReportItems['chronology']>('chronology', '&type=alarm');
  assert.deepEqual(
    sos.flatMap(({ type }) => type ?? []),
    ['alarm', 'alarm', 'alarm'],
  );
  // A geofence that is not linked to the caller stays hidden from them.
  const seen = await ofVan<ReportItems['chronology']>('chronology', '', guest);
  assert.equal(seen.filter(({ kind }) => kind === 'event').length, 3);
  const page = await ofVan<ReportItems['chronology']>('chronology', '&limit=2&offset=1');
  assert.deepEqual(page, all.slice(1, 3));
});

test('[REPORT-49] a chronology tells silences where the books do', async () => {
  const added = await t.api('POST', '/devices', cookie, { name: 'Van of a valley', uniqueId: 'valley' });
  const { id } = added.json as { id: number };
  const hole = 180 * MINUTE;
  const drive = theDay({ van, yard, shop, road }).slice(30, 50);
  await t.storage.commit({
    positions: drive.map((position, at) => {
      const time = position.fixTime + (at < 10 ? 0 : hole);
      return { ...position, id: 5000 + at, deviceId: id, fixTime: time, deviceTime: time, serverTime: time };
    }),
    events: [],
    states: [],
  });
  const all = await list<ReportItems['chronology']>('chronology', `&deviceId=${id}`);
  assert.deepEqual(
    all.map(({ kind }) => kind),
    ['trip', 'silence', 'trip'],
  );
  assert.equal(all[1]?.duration, hole + MINUTE);
  const [day] = await list<ReportItems['daily']>('daily', `&deviceId=${id}`);
  assert.equal(day?.silent, hole + MINUTE);
});

test('[REPORT-40] each of our reports has sheets, and says the same once the books are kept', async () => {
  const answers = async (): Promise<readonly unknown[]> => {
    const all: unknown[] = [];
    for (const type of OWN) all.push(await list(type), await list(type, '&daily=true&limit=1&offset=1'));
    // Names of places come when they are loaded.
    return JSON.parse(JSON.stringify(all, (name, value: unknown) => (name === 'address' ? null : value)));
  };
  const derived = await answers();
  const entity = t.tracker.directory.devices.get(van);
  assert.ok(entity);
  // A change of a vehicle has its derived history checked.
  await t.tracker.directory.devices.update({ ...entity, category: 'van' });
  await list('trips');
  assert.deepEqual(await answers(), derived);
  for (const type of OWN) {
    const csv = await t.api('GET', `/reports/${type}/csv?${PERIOD}`, cookie);
    const [titles = '', first = ''] = csv.text.split('\r\n');
    assert.match(titles, /Vehicle/, type);
    assert.match(first, /Van|Parked/, type);
    assert.doesNotMatch(csv.text, /undefined|NaN/, type);
    assert.equal((await t.api('GET', `/reports/${type}/xlsx?${PERIOD}`, cookie)).status, 200, type);
  }
});
