import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DAY_MS, HOUR_MS } from '@rastro/base';
import {
  addTotals,
  knots,
  NO_TOTALS,
  type ReportItems,
  type ReportType,
  type TotalsItem,
} from '@rastro/fleet';
import { openTestTracker, type TestTracker } from '../../../../test/open-test-tracker.ts';
import { storedPosition } from '../../../../test/stored-position.ts';

const START = Date.UTC(2026, 2, 27, 5, 40);
const MINUTE = 60_000;
/** Clocks in Rome change within the period; Kathmandu is 45 minutes off the hour. */
const ZONES = ['UTC', 'America/Sao_Paulo', 'Asia/Kathmandu', 'Europe/Rome'];
const DRIVERS = ['ana', 'rui', 'unknown "7'];
let t: TestTracker;
let cookie: string;
const deviceIds: number[] = [];

/** Days with drives of different lengths, too fast now and then, alarms of the tracker among them. */
const days = (deviceId: number, seed: number) =>
  Array.from({ length: 4 }, (_, day) =>
    Array.from({ length: 40 + 17 * seed }, (_, i) => {
      const stands = i % 20 > 14;
      const alarm = i % 13 === seed ? 'hardBraking' : i % 17 === seed ? 'hardCornering' : null;
      return storedPosition({
        id: deviceId * 10_000 + day * 1000 + i + 1,
        deviceId,
        fixTime: START + day * DAY_MS + i * MINUTE + seed * 7 * MINUTE,
        latitude: -23.5 + seed * 0.1 + (Math.floor(i / 20) * 15 + Math.min(i % 20, 15)) * 0.008,
        speed: knots(stands ? 0 : (i % 7 > 4 ? 96 : 60) / 1.852),
        attributes: {
          ignition: true,
          fuel: 60 - i / 10,
          ...(i % 40 < 25 && seed !== 3 ? { driverUniqueId: DRIVERS[(day + seed) % 3] ?? '' } : {}),
          ...(alarm !== null && !stands ? { alarm } : {}),
        },
      });
    }),
  ).flat();

before(async () => {
  t = await openTestTracker();
  cookie = await t.signIn(await t.addUser({ administrator: true }));
  for (const seed of [1, 2, 3]) {
    const attributes = { speedLimit: 80 / 1.852, fuelPrice: 6.19, fuelCapacity: 60 };
    const made = await t.api('POST', '/devices', cookie, {
      name: `V${seed}`,
      uniqueId: `v${seed}`,
      attributes,
    });
    const { id } = made.json as { id: number };
    deviceIds.push(id);
    await t.storage.commit({ positions: days(id, seed), events: [], states: [] });
  }
  // One that never reported counts as a vehicle.
  await t.api('POST', '/devices', cookie, { name: 'V9', uniqueId: 'v9' });
});
after(() => t.dispose());

async function report<K extends ReportType>(
  type: K,
  asked: { readonly from: number; readonly to: number },
  query = '',
): Promise<readonly ReportItems[K][]> {
  const [from, to] = [asked.from, asked.to].map((time) => new Date(time).toISOString());
  const { status, json } = await t.api('GET', `/reports/${type}?from=${from}&to=${to}&${query}`, cookie);
  assert.equal(status, 200);
  return json;
}
const add = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);

test('[REPORT-112] totals are those of summary, days and drivers, whatever the zone, the vehicles and the period', async () => {
  const periods = [
    { from: START - HOUR_MS, to: START + 4 * DAY_MS },
    { from: START + 7 * MINUTE + 13_000, to: START + 2 * DAY_MS + 33 * MINUTE },
    { from: START + DAY_MS, to: START + DAY_MS + 20 * MINUTE - 1 },
  ];
  for (const period of periods)
    for (const zone of ZONES)
      for (const some of [deviceIds, deviceIds.slice(0, 1)]) {
        const query = `zone=${zone}&${some.map((id) => `deviceId=${id}`).join('&')}`;
        const lines = await report('totals', period, query);
        const [sum] = await report('totals', period, `${query}&sum=true`);
        assert.deepEqual(sum, lines.reduce(addTotals, NO_TOTALS));
        const [summary, daily] = [
          await report('summary', period, query),
          await report('daily', period, query),
        ];
        assert.equal(sum?.distance, add(summary.map(({ distance }) => distance)));
        assert.equal(sum.engineHours, add(summary.map(({ engineHours }) => engineHours)));
        const isCut = period.from % (15 * MINUTE) !== 0 || (period.to + 1) % (15 * MINUTE) !== 0;
        if (isCut) continue;
        assert.equal(sum.moving, add(daily.map(({ moving }) => moving)));
        assert.equal(sum.idle, add(daily.map(({ idle }) => idle)));
        assert.equal(sum.overspeed, add(daily.map(({ overspeed }) => overspeed)));
      }
});

/** Numbers of a line, without whose they are. */
const numbers = ({ vehicles: _, reporting: __, used: ___, maxSpeed: ____, ...line }: TotalsItem): object =>
  line;

test('[REPORT-114] lines by driver and by group are together those by vehicle, whatever the zone and the period', async () => {
  for (const name of DRIVERS.slice(0, 2))
    await t.api('POST', '/drivers', cookie, { name: `${name}!`, uniqueId: name });
  const group = await t.api('POST', '/groups', cookie, { name: 'North' });
  const { id: groupId } = group.json as { id: number };
  const [first = 0] = deviceIds;
  const device = (await t.api('GET', `/devices?id=${first}`, cookie)).json as object[];
  await t.api('PUT', `/devices/${first}`, cookie, { ...device[0], groupId });
  const spans = [
    [0, 4 * DAY_MS],
    [DAY_MS + 15 * MINUTE * 33, 3 * DAY_MS + 15 * MINUTE * 3],
    [7 * MINUTE + 13_000, 2 * DAY_MS + 33 * MINUTE],
    [DAY_MS, DAY_MS + 20 * MINUTE - 1],
  ] as const;
  const midnight = START - (START % DAY_MS);
  for (const [from, to] of spans)
    for (const more of ['', 'weekdays=6&fromHour=06:00&toHour=06:30'])
      for (const zone of ZONES) {
        const period = { from: midnight + from, to: midnight + to - 1 };
        const query = `zone=${zone}&${more}`;
        const [sum = NO_TOTALS] = await report('totals', period, `${query}&sum=true`);
        const drivers = await report('totals', period, `${query}&by=driver`);
        const groups = await report('totals', period, `${query}&by=group`);
        assert.deepEqual(numbers(drivers.reduce(addTotals, NO_TOTALS)), numbers(sum));
        assert.deepEqual(groups.reduce(addTotals, NO_TOTALS), sum);
      }
  const period = { from: midnight, to: midnight + 5 * DAY_MS };
  const drivers = await report('totals', period, 'by=driver');
  assert.deepEqual(
    drivers.map(({ driverUniqueId, driverName }) => [driverUniqueId, driverName]),
    [
      ['ana', 'ana!'],
      ['rui', 'rui!'],
      ['unknown "7', null],
      [null, null],
    ],
  );
  assert.ok(drivers.every(({ distance, moving, fuelMl }) => distance > 0 && moving > 0 && fuelMl > 0));
  assert.deepEqual(await report('totals', period, 'by=driver&limit=2&offset=1'), drivers.slice(1, 3));
  const trips = await report('drivers', period);
  assert.equal(add(trips.map(({ distance }) => distance)), add(drivers.map(({ distance }) => distance)));
  const groups = await report('totals', period, 'by=group');
  assert.deepEqual(
    groups.map((line) => [line.groupId, line.groupName, line.vehicles, line.deviceId]),
    [
      [groupId, 'North', 1, 0],
      [0, null, 3, 0],
    ],
  );
  const query = `from=${new Date(period.from).toISOString()}&to=${new Date(period.to).toISOString()}`;
  const { text } = await t.api('GET', `/reports/totals/csv?${query}&by=driver`, cookie);
  const lines = text.trim().split('\r\n');
  assert.match(lines[0] ?? '', /^\uFEFF?Motorista;/);
  assert.deepEqual(
    lines.slice(1).map((line) => line.split(/[;,]/)[0]),
    ['ana!', 'rui!', '"unknown ""7"', 'Sem motorista'],
  );
  assert.equal((await t.api('GET', `/reports/totals?${query}&by=colour`, cookie)).status, 400);
});

test('[REPORT-114] drivers and groups that a reader does not see have no name', async () => {
  const [first = 0] = deviceIds;
  const userId = await t.addUser({ email: 'reader@example.com' });
  await t.api('POST', '/permissions', cookie, { userId, deviceId: first });
  const own = await t.signIn(userId);
  const query = `from=${new Date(START).toISOString()}&to=${new Date(START + 4 * DAY_MS).toISOString()}`;
  const ask = async (by: string): Promise<readonly TotalsItem[]> =>
    (await t.api('GET', `/reports/totals?${query}&by=${by}`, own)).json;
  assert.ok((await ask('driver')).every(({ driverName }) => driverName === null));
  assert.deepEqual(
    (await ask('group')).map(({ groupId, groupName, vehicles }) => [groupId, groupName, vehicles]),
    [[0, null, 1]],
  );
});

test('[REPORT-112] a record that comes, late or not, is in the totals, of all that were asked for before', async () => {
  const [first = 0, second = 0] = deviceIds;
  const end = START + 4 * DAY_MS;
  const period = { from: START - HOUR_MS, to: end + DAY_MS };
  const kilometers = async (): Promise<readonly number[]> =>
    (await report('totals', period)).map(({ distance }) => distance);
  const before = await kilometers();
  assert.deepEqual(await kilometers(), before);
  const drive = (fixTime: number, id: number, latitude: number) =>
    storedPosition({
      id,
      deviceId: second,
      fixTime,
      latitude,
      speed: knots(60 / 1.852),
      attributes: { ignition: true },
    });
  for (const [i, minutes] of [10, 11, 13, 12].entries()) {
    const positions = [drive(end + minutes * MINUTE, 900_000 + i, -20 + minutes * 0.009)];
    await t.storage.commit({ positions, events: [], states: [], late: minutes === 12 ? [900_003] : [] });
    const [lines, summary] = [await report('totals', period), await report('summary', period)];
    const distances = (some: readonly { readonly deviceId: number; readonly distance: number }[]) =>
      Object.fromEntries(
        some.filter(({ distance }) => distance > 0).map((line) => [line.deviceId, line.distance]),
      );
    assert.deepEqual(distances(lines), distances(summary));
    assert.equal(lines.find(({ deviceId }) => deviceId === first)?.distance, before[0]);
  }
  assert.notDeepEqual(await kilometers(), before);
});

test('[REPORT-112] of all vehicles there is one line, with those that never reported', async () => {
  const period = { from: START - HOUR_MS, to: START + 4 * DAY_MS };
  const [sum, ...others] = await report('totals', period, 'sum=true');
  assert.deepEqual(others, []);
  assert.ok(sum);
  assert.deepEqual([sum.vehicles, sum.reporting, sum.used], [4, 3, 3]);
  assert.ok(sum.distance > 100_000 && sum.overspeed > 0 && sum.fuelMl > 0 && (sum.costCents ?? 0) > 0);
  assert.equal(sum.costCents, add((await report('totals', period)).map((each) => each.costCents ?? 0)));
  const ages = { from: 0, to: START + 365_000 * DAY_MS };
  await report('totals', ages, 'sum=true');
  const narrowed = `/reports/totals?from=${new Date(0).toISOString()}&to=${new Date(ages.to).toISOString()}&weekdays=1`;
  assert.equal((await t.api('GET', narrowed, cookie)).status, 400, 'of hours, quarter by quarter');
  assert.deepEqual(await report('totals', period, 'sum=true&deviceId=999999'), [NO_TOTALS], 'not theirs');
});

test('[REPORT-113] driving events are listed as often as they are counted, whole or by kind', async () => {
  const period = { from: START - HOUR_MS, to: START + 4 * DAY_MS };
  const counted = (item: TotalsItem): readonly number[] => [
    item.brakings + item.severeBrakings,
    item.cornerings + item.severeCornerings,
  ];
  const events = await report('harsh', period);
  const of = (kind: string): number => events.filter((event) => event.kind === kind).length;
  const [sum] = await report('totals', period, 'sum=true');
  assert.ok(sum && of('braking') > 0 && of('cornering') > 0);
  assert.deepEqual([of('braking'), of('cornering')], counted(sum));
  assert.ok(events.every(({ source, strength }) => source === 'tracker' && strength === null));
  const brakings = await report('harsh', period, 'type=braking');
  // Names of places may come later than the first answer.
  const placeless = (some: typeof events): object[] => some.map((event) => ({ ...event, address: null }));
  assert.deepEqual(placeless(brakings), placeless(events.filter(({ kind }) => kind === 'braking')));
  assert.deepEqual(await report('harsh', period, 'type=deviceMoving'), []);
});

test('[REPORT-112] totals are of the vehicles that the caller sees, and of no others', async () => {
  const userId = await t.addUser({ email: 'neighbor@example.com' });
  const own = deviceIds[0] ?? 0;
  await t.api('POST', '/permissions', cookie, { userId, deviceId: own });
  const admin = cookie;
  const period = { from: START - HOUR_MS, to: START + 4 * DAY_MS };
  const [expected] = await report('totals', period, `sum=true&deviceId=${own}`);
  cookie = await t.signIn(userId);
  try {
    assert.deepEqual(await report('totals', period, 'sum=true'), [expected]);
    assert.deepEqual(await report('totals', period, `sum=true&deviceId=${deviceIds[1]}`), [NO_TOTALS]);
    assert.deepEqual(await report('harsh', period, `deviceId=${deviceIds[1]}`), []);
  } finally {
    cookie = admin;
  }
});
