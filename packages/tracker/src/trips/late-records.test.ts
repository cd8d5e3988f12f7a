import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { dataPacket, imeiOf, TestDevice, type TestRecord } from '@rastro/protocols/testing';
import type { StoredEvent } from '@rastro/storage';
import { fence } from '../../test/open-test-pipeline.ts';
import { DEFAULT_PIPELINE_OPTIONS } from '../pipeline/options.ts';
import { openTestTracker, type TestTracker } from '../../test/open-test-tracker.ts';

const START = Date.UTC(2026, 0, 5, 8);
const MINUTE = 60_000;
let t: TestTracker;
let userId = 0;
let cookie = '';
let yardId = 0;
before(async () => {
  const pipeline = { ...DEFAULT_PIPELINE_OPTIONS, hardAcceleration: 3, hardBraking: 3 };
  t = await openTestTracker({ pipeline });
  userId = await t.addUser({ administrator: true });
  cookie = await t.signIn(userId);
  const yard = fence('CIRCLE (-23.6 -46.6, 900)');
  yardId = (await t.tracker.directory.linked.geofence.create(yard)).id;
});
after(() => t.dispose());

/** Parked with the engine off, a drive through a yard, parked again, home; a minute apart. */
function day(): readonly TestRecord[] {
  let latitude = -23.5;
  return Array.from({ length: 60 }, (_, i) => {
    const isDriving = (i >= 4 && i < 26) || (i >= 38 && i < 50);
    if (isDriving) latitude += i < 30 ? -0.007 : 0.007;
    return {
      time: START + i * MINUTE,
      latitude,
      longitude: -46.6,
      speedKmh: isDriving ? 47 : 0,
      ignition: (i >= 3 && i < 27) || (i >= 37 && i < 51),
    };
  });
}
/** Last record: gives everybody the final distance. */
const LAST: TestRecord = {
  time: START + 90 * MINUTE,
  latitude: day().at(-1)?.latitude ?? 0,
  longitude: -46.6,
  speedKmh: 0,
  ignition: false,
};

interface Outcome {
  readonly totalDistance: number;
  readonly hours: number;
  readonly events: readonly Pick<StoredEvent, 'type' | 'eventTime' | 'geofenceId' | 'attributes'>[];
}
let serial = 500;
const period = `from=${new Date(START - MINUTE).toISOString()}&to=${new Date(START + 86_400_000).toISOString()}`;

async function sent(messages: readonly (readonly TestRecord[])[], pauseAt = -1): Promise<Outcome> {
  const imei = imeiOf(serial++);
  const id = await t.addDevice(imei);
  const { links } = t.tracker.directory;
  const to = (propertyKind: string, propertyId: number, ownerKind: string, ownerId: number) => ({
    ownerKind,
    ownerId,
    propertyKind,
    propertyId,
  });
  await links.change([to('device', id, 'user', userId), to('geofence', yardId, 'device', id)], []);
  const settled = () => t.api('GET', `/reports/trips?deviceId=${id}&${period}`, cookie);
  const device = await TestDevice.signedIn(await t.port('teltonika'), imei);
  for (const [at, message] of messages.entries()) {
    device.socket.write(dataPacket(message));
    await device.bytes(4);
    if (at === pauseAt) await settled();
  }
  await settled();
  device.socket.write(dataPacket([LAST]));
  await device.bytes(4);
  device.socket.destroy();
  const reply = await t.api('GET', `/positions?deviceId=${id}`, cookie);
  const [position]: readonly { attributes: { totalDistance: number; hours: number } }[] = reply.json;
  assert.ok(position);
  const report = await t.api('GET', `/reports/events?deviceId=${id}&${period}`, cookie);
  const { totalDistance, hours } = position.attributes;
  return { totalDistance, hours, events: report.json };
}

const KINDS = new Set(['ignitionOn', 'ignitionOff', 'geofenceEnter', 'geofenceExit']);
const namesOf = ({ events }: Outcome): readonly string[] =>
  events
    .filter(({ type }) => KINDS.has(type))
    .map(({ type, eventTime }) => `${type} ${String(eventTime)}`)
    .sort();
const inFives = (records: readonly TestRecord[]): readonly (readonly TestRecord[])[] =>
  Array.from({ length: Math.ceil(records.length / 5) }, (_, i) => records.slice(i * 5, i * 5 + 5));

test('[BOOK-54] the odometer and the engine hours that are shown are the same, in whatever order records came', async () => {
  const all = day();
  const expected = await sent(inFives(all));
  assert.ok(expected.totalDistance > 20_000, String(expected.totalDistance));
  assert.ok(expected.hours > 30 * MINUTE, String(expected.hours));
  const order = fc.tuple(
    fc.shuffledSubarray([...inFives(all)], { minLength: 12, maxLength: 12 }),
    fc.nat({ max: 11 }),
  );
  await fc.assert(
    fc.asyncProperty(order, async ([messages, pauseAt]) => {
      const outcome = await sent(messages, pauseAt);
      assert.ok(Math.abs(outcome.totalDistance - expected.totalDistance) < 1, String(outcome.totalDistance));
      assert.equal(outcome.hours, expected.hours);
    }),
    { numRuns: 25 },
  );
});

test('[BOOK-55] what late records mean is among the events, with its time and a mark, once', async () => {
  const all = day();
  const expected = await sent(inFives(all));
  const [first, ...rest] = inFives(all);
  assert.ok(first);
  const outcome = await sent([first, inFives(all).at(-1) ?? [], ...rest.slice(0, -1), rest[3] ?? []], 3);
  const names = namesOf(outcome);
  assert.equal(new Set(names).size, names.length, names.join('\n'));
  for (const name of namesOf(expected)) assert.ok(names.includes(name), name);
  const tripEvents = outcome.events.filter(
    ({ type, attributes }) => attributes['late'] && /Moving|Stopped/.test(type),
  );
  assert.deepEqual(
    tripEvents.map(({ type }) => type),
    ['deviceStopped', 'deviceMoving', 'deviceStopped'],
  );
  const crossings = outcome.events.filter(({ type }) => type.startsWith('geofence'));
  assert.deepEqual(
    crossings.map(({ type, geofenceId, attributes }) => [type, geofenceId, attributes['late']]),
    [
      ['geofenceEnter', yardId, true],
      ['geofenceExit', yardId, true],
      ['geofenceEnter', yardId, true],
      ['geofenceExit', yardId, true],
    ],
  );
});

test('[BOOK-70] late fixes add no second exit to a visit whose exit was reported, and no second entry', async () => {
  const all = day();
  const crossings = ({ events }: Outcome) =>
    events.filter(({ type }) => type.startsWith('geofence')).map(({ type }) => type);
  // Records 17 and 18 are in the yard on the way out.
  const exit = await sent([all.slice(0, 19), all.slice(25, 28), all.slice(19, 25)]);
  assert.deepEqual(crossings(exit), ['geofenceEnter', 'geofenceExit']);
  const entry = await sent([all.slice(0, 10), all.slice(18, 28), all.slice(10, 18)]);
  assert.deepEqual(crossings(entry), ['geofenceEnter', 'geofenceExit']);
});

test('[BOOK-56] a look back that finds more takes back what it found before and is no longer so', async () => {
  const all = day();
  const known = [all[0], all[59]].flatMap((record) => record ?? []);
  // At first it seems that the engine was started in minute 10.
  const outcome = await sent([known, all.slice(10, 15), all.slice(1, 5)], 1);
  const starts = outcome.events.filter(({ type }) => type === 'ignitionOn');
  assert.deepEqual(
    starts.map(({ eventTime }) => Date.parse(String(eventTime))),
    [START + 3 * MINUTE],
  );
});

test('[BOOK-61] a late record from before totals were set by hand adds nothing to what was set', async () => {
  const all = day();
  const total = async (set: object | null): Promise<readonly [number, number]> => {
    const imei = imeiOf(serial++);
    const id = await t.addDevice(imei);
    const link = { ownerKind: 'user', ownerId: userId, propertyKind: 'device', propertyId: id };
    await t.tracker.directory.links.change([link], []);
    const device = await TestDevice.signedIn(await t.port('teltonika'), imei);
    const send = async (records: readonly TestRecord[]): Promise<void> => {
      device.socket.write(dataPacket(records));
      await device.bytes(4);
      await t.api('GET', `/reports/trips?deviceId=${id}&${period}`, cookie);
    };
    await send([...all.slice(0, 4), ...all.slice(30, 32)]);
    // Known before any total is set, and part of the totals that are set.
    await send(all.slice(20, 24));
    if (set) await t.api('PUT', `/devices/${id}/accumulators`, cookie, { deviceId: id, ...set });
    await send(all.slice(5, 19));
    await send(all.slice(24, 28));
    // After it: the second drive, out and home, is late as well.
    await send([...all.slice(32, 36), ...all.slice(56, 60)]);
    await send(all.slice(36, 56));
    await send([LAST]);
    device.socket.destroy();
    const positions: readonly { attributes: { totalDistance: number; hours: number } }[] = (
      await t.api('GET', `/positions?deviceId=${id}`, cookie)
    ).json;
    const { totalDistance, hours } = positions[0]?.attributes ?? assert.fail('it has no position');
    return [totalDistance, hours];
  };
  const [metres, ms] = await total(null);
  const [setMetres, otherMs] = await total({ totalDistance: 1_000_000 });
  const after = setMetres - 1_000_000;
  assert.ok(after > 8000 && after < 10_000, `${after} m, those of the second drive`);
  assert.equal(otherMs, ms, 'hours were not set');
  const [otherMetres, setMs] = await total({ hours: 3_600_000 });
  assert.ok(Math.abs(otherMetres - metres) < 1, `${otherMetres} of ${metres}`);
  assert.equal(setMs - 3_600_000, 14 * MINUTE, 'the engine ran so long in the second drive');
});

test('[BOOK-55] fuel that late records show is told by the thresholds of the vehicle, and taken back', async () => {
  const uniqueId = `fuel${serial++}`;
  const id = await t.addDevice(uniqueId, {
    attributes: { fuelIncreaseThreshold: 10, fuelDropThreshold: 10 },
  });
  const link = { ownerKind: 'user', ownerId: userId, propertyKind: 'device', propertyId: id };
  await t.tracker.directory.links.change([link], []);
  const url = `http://127.0.0.1:${await t.port('osmand')}/?id=${uniqueId}&lat=-23.5&lon=-46.6`;
  const send = async (minute: number, litres: number): Promise<void> => {
    const reply = await fetch(`${url}&timestamp=${START + minute * MINUTE}&fuel=${litres}`);
    assert.equal(reply.status, 200);
  };
  const events = async (): Promise<readonly unknown[]> => {
    const types = '&type=deviceFuelDrop&type=deviceFuelIncrease';
    await t.api('GET', `/reports/trips?deviceId=${id}&${period}`, cookie);
    const report = await t.api('GET', `/reports/events?deviceId=${id}&${period}${types}`, cookie);
    return (report.json as Outcome['events']).map(({ type, eventTime, attributes }) => [
      type,
      (Date.parse(String(eventTime)) - START) / MINUTE,
      attributes['late'] ?? false,
    ]);
  };
  await send(0, 50);
  await send(60, 55);
  assert.deepEqual(await events(), [], 'five litres more');
  await send(30, 20);
  assert.deepEqual(await events(), [
    ['deviceFuelDrop', 30, true],
    ['deviceFuelIncrease', 60, true],
  ]);
  await send(20, 25);
  await send(40, 52);
  assert.deepEqual(await events(), [
    ['deviceFuelDrop', 20, true],
    ['deviceFuelIncrease', 40, true],
  ]);
});

test('[BOOK-55] hard driving that late records show is told as an alarm, and taken back', async () => {
  const uniqueId = `hard${serial++}`;
  const id = await t.addDevice(uniqueId);
  const link = { ownerKind: 'user', ownerId: userId, propertyKind: 'device', propertyId: id };
  await t.tracker.directory.links.change([link], []);
  const url = `http://127.0.0.1:${await t.port('osmand')}/?id=${uniqueId}&lat=-23.5&lon=-46.6`;
  const send = async (second: number, speedKn: number): Promise<void> => {
    await fetch(`${url}&timestamp=${START + second * 1000}&speed=${speedKn}`);
  };
  const events = async (): Promise<readonly unknown[]> => {
    await t.api('GET', `/reports/trips?deviceId=${id}&${period}`, cookie);
    const report = await t.api('GET', `/reports/events?deviceId=${id}&${period}&type=alarm`, cookie);
    return (report.json as Outcome['events']).map(({ eventTime, attributes: { alarm, late } }) => [
      alarm,
      (Date.parse(String(eventTime)) - START) / 1000,
      late,
    ]);
  };
  await send(0, 0);
  await send(60, 0);
  await send(30, 40);
  assert.deepEqual(await events(), [], 'in half a minute');
  await send(28, 5);
  assert.deepEqual(await events(), [['hardAcceleration', 30, true]]);
  await send(29, 40);
  await send(31, 10);
  assert.deepEqual(await events(), [
    ['hardAcceleration', 29, true],
    ['hardBraking', 31, true],
  ]);
});
