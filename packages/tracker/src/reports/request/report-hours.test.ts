import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  knots,
  type DriverItem,
  type EventItem,
  type IdleItem,
  type Position,
  type SummaryItem,
  type TripItem,
  type ReportItems,
} from '@rastro/fleet';
import type { StoredEvent, StoredPosition } from '@rastro/storage';
import { openTestTracker, type TestTracker } from '../../../test/open-test-tracker.ts';
import { readPdf } from '@rastro/outgoing/testing';
import { spansInside } from './report-hours.ts';

/** A Monday; 09:00 in São Paulo. */
const START = Date.UTC(2026, 2, 2, 12);
const MINUTE = 60_000;
const DAY = 86_400_000;
const DAYS = 7;
const iso = (time: number): string => new Date(time).toISOString();
const PERIOD = `from=${iso(START - 9 * 60 * MINUTE)}&to=${iso(START + DAYS * DAY - 9 * 60 * MINUTE - 1)}`;

let t: TestTracker;
let cookie: string;
let van: number;
let shift: number;

/** Each day: idles from 9:50, drives from 10 to 10:40, and from 23:50 to 0:20. A record a minute. */
function week(): StoredPosition[] {
  let latitude = -23.5;
  return Array.from({ length: DAYS * 1440 }, (_, i) => {
    const minute = i % 1440;
    const isDriving = (minute >= 60 && minute < 100) || (minute >= 890 && minute < 920);
    latitude += isDriving ? (i % 2880 < 1440 ? 1 : -1) * (54 / 60 / 111.195) : 0;
    const time = START + i * MINUTE;
    return {
      id: i + 1,
      deviceId: van,
      protocol: 'test',
      serverTime: time,
      deviceTime: time,
      fixTime: time,
      valid: true,
      latitude,
      longitude: -46.6,
      altitude: 0,
      speed: knots(isDriving ? 54 / 1.852 : 0),
      course: 0,
      accuracy: 0,
      address: null,
      network: null,
      geofenceIds: null,
      attributes: { ignition: isDriving || (minute >= 50 && minute < 60) },
      contentKey: i + 1,
    };
  });
}
const eventAt = (id: number, eventTime: number): StoredEvent => ({
  id,
  deviceId: van,
  type: 'alarm',
  eventTime,
  positionId: 1,
  geofenceId: 0,
  maintenanceId: 0,
  attributes: { alarm: 'sos' },
});

before(async () => {
  t = await openTestTracker({ reportDeviceDays: 100 });
  const attributes = { timezone: 'America/Sao_Paulo', 'rastro.lang': 'en' };
  cookie = await t.signIn(await t.addUser({ administrator: true, attributes }));
  const post = async (path: string, body: object): Promise<number> =>
    ((await t.api('POST', path, cookie, body)).json as { id: number }).id;
  van = await post('/devices', { name: 'Van', uniqueId: 'van' });
  const lines = [
    'DTSTART;TZID=America/Sao_Paulo:20260302T093000',
    'DTEND;TZID=America/Sao_Paulo:20260302T120000',
    'RRULE:FREQ=WEEKLY;BYDAY=TU,TH',
  ];
  const file = ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', ...lines, 'END:VEVENT', 'END:VCALENDAR'].join('\n');
  shift = await post('/calendars', { name: 'Shift', data: Buffer.from(file).toString('base64') });
  const events = [eventAt(1, START + 65 * MINUTE), eventAt(2, START + 905 * MINUTE)];
  await t.storage.commit({ positions: week(), events, states: [] });
});
after(() => t.dispose());

async function list<T>(path: string, query: string): Promise<readonly T[]> {
  const reply = await t.api('GET', `/reports/${path}?${PERIOD}&deviceId=${van}${query}`, cookie);
  assert.equal(reply.status, 200, reply.text);
  return reply.json;
}
const total = <T>(items: readonly T[], of: (item: T) => number | null): number =>
  items.reduce((sum, item) => sum + (of(item) ?? 0), 0);
/** Days and minutes after the start. */
const startsOf = (items: readonly { readonly startTime: string }[]): readonly (readonly [number, number])[] =>
  items.map(({ startTime }) => {
    const minutes = (Date.parse(startTime) - START) / MINUTE;
    return [Math.floor(minutes / 1440), minutes % 1440];
  });

test('[REPORT-43] rows are those that begin on the weekdays and in the hours asked for, by the clocks of the reader', async () => {
  const all = await list<TripItem>('trips', '');
  assert.equal(all.length, 14);
  const days = async (query: string): Promise<readonly number[]> =>
    startsOf(await list<TripItem>('trips', query)).map(([day]) => day);
  assert.deepEqual(await days('&weekdays=6,7&fromHour=8&toHour=18'), [5, 6]);
  assert.deepEqual(await days('&weekdays=6&weekdays=7&fromHour=22&toHour=06:00'), [5, 6]);
  assert.deepEqual(await days('&weekdays=1'), [0, 0]);
  // 10 o'clock in São Paulo is 22 in Tokyo, 23:50 is 11:50 of the next day.
  assert.deepEqual(await days('&weekdays=1&zone=Asia/Tokyo'), [0, 6]);
  assert.equal((await list<IdleItem>('idle', '&fromHour=09:45&toHour=10')).length, 7);
  assert.deepEqual(await list('idle', '&fromHour=10'), []);
  const route = await list<Position>('route', '&weekdays=3&fromHour=10&toHour=11');
  assert.equal(route.length, 60);
  assert.deepEqual(
    (await list<EventItem>('events', '&fromHour=8')).map(({ id }) => id),
    [1],
  );
  const [picture] = await list<ReportItems['combined']>('combined', '&weekdays=1&fromHour=10&toHour=10:15');
  assert.deepEqual([picture?.route.length, picture?.events.map(({ id }) => id)], [15, [1]]);
  for (const query of ['&fromHour=8', '&weekdays=2,3', `&calendarId=${shift}`])
    for (const type of ['stops', 'geofences', 'between', 'speeding', 'fuelings']) await list(type, query);
});

test('[REPORT-44] sums count the quarters of an hour within; what is within and what is not are the whole', async () => {
  const [inside, outside] = ['&fromHour=08:15&toHour=23:45', '&fromHour=23:45&toHour=08:15'];
  const one = async (query: string): Promise<SummaryItem | undefined> =>
    (await list<SummaryItem>('summary', query))[0];
  const [whole, day, night] = [await one(''), await one(inside), await one(outside)];
  assert.ok(whole && day && night);
  for (const field of ['distance', 'engineHours'] as const)
    assert.equal(day[field] + night[field], whole[field], field);
  assert.ok(Math.abs(day.distance - 7 * 36_000) < 3000, String(day.distance));
  // The last night ends with the period.
  assert.ok(Math.abs(night.distance - (6 * 27_000 + 9000)) < 3000, String(night.distance));
  assert.equal(day.startTime.slice(0, 16), '2026-03-02T12:00');

  const days = await list<ReportItems['daily']>('daily', `${inside}&weekdays=2,4`);
  assert.deepEqual(
    days.map(({ date, startTime }) => [date, startTime.slice(11, 16)]),
    [
      ['2026-03-03', '11:15'],
      ['2026-03-05', '11:15'],
    ],
  );
  for (const { moving, stopped, silent } of days)
    assert.equal(moving + stopped + silent, 15.5 * 60 * MINUTE, 'as long as the hours');
  const [tuesday] = await list<ReportItems['daily']>('daily', '&weekdays=2');
  assert.equal(
    (days[0]?.startOdometer ?? 0) > (tuesday?.startOdometer ?? 0),
    true,
    'the drive past midnight was before the hours',
  );
  const fuel = async (query: string): Promise<number> =>
    total(await list<ReportItems['fuel']>('fuel', query), ({ distance }) => distance);
  assert.equal((await fuel(`${inside}&daily=true`)) + (await fuel(outside)), whole.distance);
  const drivers = async (query: string): Promise<number> =>
    total(await list<DriverItem>('drivers', query), ({ drives }) => drives);
  assert.deepEqual([await drivers(inside), await drivers(outside)], [7, 7]);
});

test('[REPORT-44] inactive is who did not move within the hours', async () => {
  const reasons = async (query: string): Promise<readonly string[]> =>
    (await list<ReportItems['inactive']>('inactive', query)).map(({ reason }) => reason);
  assert.deepEqual(await reasons('&fromHour=10&toHour=11'), []);
  assert.deepEqual(await reasons('&fromHour=12&toHour=20'), ['standing']);
  assert.deepEqual(await reasons('&weekdays=1&fromHour=3&toHour=5'), ['silent']);
});

test('[REPORT-45] a calendar narrows a report, alone and with hours; only one that the caller may see', async () => {
  const query = `&calendarId=${shift}`;
  assert.deepEqual(
    startsOf(await list<TripItem>('trips', query)).map(([day]) => day),
    [1, 3],
  );
  assert.deepEqual(await list('trips', `${query}&weekdays=1`), []);
  const [sum] = await list<SummaryItem>('summary', query);
  assert.ok(Math.abs((sum?.distance ?? 0) - 2 * 36_000) < 1000, String(sum?.distance));
  const other = await t.signIn(await t.addUser());
  const foreign = await t.api('GET', `/reports/trips?${PERIOD}${query}`, other);
  const nowhere = await t.api('GET', `/reports/trips?${PERIOD}&calendarId=999`, other);
  assert.equal(foreign.status, nowhere.status);
  assert.notEqual(foreign.status, 200);
});

test('[REPORT-46] sheets have the same rows, and a PDF says what it is narrowed to', async () => {
  const query = `${PERIOD}&deviceId=${van}&weekdays=6,7&fromHour=8&toHour=18&calendarId=${shift}`;
  const narrow = query.replace(/&calendarId=\d+/, '');
  const csv = await t.api('GET', `/reports/trips/csv?${narrow}`, cookie);
  assert.equal(csv.text.trim().split('\r\n').length, 1 + 2);
  assert.equal((await t.api('GET', `/reports/trips/xlsx?${narrow}`, cookie)).status, 200);
  const url = `/api/reports/trips/pdf?${query}`;
  const pdf = readPdf((await t.tracker.api.inject({ url, headers: { cookie } })).rawPayload);
  assert.match(JSON.stringify(pdf), /Sat, Sun, 08:00–18:00, Shift/);
});

test('[REPORT-47] weekdays and hours that are none are refused by name', async () => {
  for (const [query, text] of [
    ['weekdays=0', 'weekdays: is no weekday'],
    ['weekdays=Mon', 'weekdays: is not an integer'],
    ['fromHour=24:15', 'fromHour: is no quarter'],
    ['toHour=8:20', 'toHour: is no quarter'],
    ['toHour=-1', 'toHour: is no quarter'],
  ] as const) {
    const reply = await t.api('GET', `/reports/trips?${PERIOD}&${query}`, cookie);
    assert.equal(reply.status, 400, query);
    assert.ok(reply.text.includes(text), reply.text);
  }
});

test('[REPORT-44] stretches within hours go from quarter to quarter, and end where the period ends', () => {
  const odd = (time: number): boolean => Math.floor(time / 1_800_000) % 2 === 1;
  assert.deepEqual(spansInside(odd, { from: 2_000_000, to: 6_000_000 }), [
    { from: 2_000_000, to: 3_600_000 },
    { from: 5_400_000, to: 6_000_000 },
  ]);
  assert.deepEqual(spansInside(odd, { from: 0, to: 1_800_000 }), []);
});
