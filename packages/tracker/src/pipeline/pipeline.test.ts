import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { knots } from '@rastro/fleet';
import type { DeviceRecord, Fix } from '@rastro/protocols';
import { openStorage, type Storage } from '@rastro/storage';
import { ANY_SPEED } from '../../test/open-test-pipeline.ts';
import { Visibility } from '../access/visibility.ts';
import { Directory, type DeviceEntity } from '../directory/directory.ts';
import { DeviceOptions } from './device-options.ts';
import { IdSequence } from './ids.ts';
import { LiveDevices } from './live-device.ts';
import { DEFAULT_PIPELINE_OPTIONS, type PipelineOptions } from './options.ts';
import { Pipeline } from './pipeline.ts';
import { referenceDataOf } from './reference-data.ts';

const NOW = Date.UTC(2026, 5, 1, 12);
const SECOND = 1000;
const folder = mkdtempSync(join(tmpdir(), 'rastro-pipeline-'));
let storage: Storage;
before(async () => {
  storage = await openStorage({ folder });
});
after(async () => {
  await storage.close();
  rmSync(folder, { recursive: true });
});

let nextDevice = 1;
const device = (): DeviceEntity => ({
  id: nextDevice++,
  attributes: {},
  groupId: 0,
  calendarId: 0,
  name: 'Van',
  uniqueId: `u${nextDevice}`,
  phone: null,
  model: null,
  contact: null,
  category: null,
  disabled: false,
  expirationTime: null,
});

async function run(options: Partial<PipelineOptions> = {}, speedLimit = 0) {
  const rejected: string[] = [];
  const live = await LiveDevices.load(storage);
  const directory = await Directory.load(storage, 'rastro');
  const visibility = new Visibility(directory);
  const all = {
    ...DEFAULT_PIPELINE_OPTIONS,
    tripSettings: ANY_SPEED,
    ...options,
    speedLimit: knots(speedLimit),
  };
  const pipeline = new Pipeline({
    live,
    ids: await IdSequence.open(storage, (error) => assert.ifError(error)),
    around: referenceDataOf(directory, visibility, live, new DeviceOptions(all, directory, visibility)),
    onRejected: (_id, reason) => rejected.push(reason),
    onImplausible: () => {},
    onForeign: () => {},
    onFault: (_id, error) => {
      throw error;
    },
  });
  const entity = device();
  return {
    rejected,
    live: () => live.of(entity.id),
    feed: (...records: readonly DeviceRecord[]) => {
      const { positions, events } = pipeline.process(entity, 'teltonika', records, NOW);
      return { positions, events: events.map(({ type }) => type), raw: events };
    },
  };
}

const fixAt = (seconds: number, fix: Partial<Fix> = {}): Fix => ({
  time: NOW + seconds * SECOND,
  valid: true,
  latitude: 52,
  longitude: 13,
  altitude: 0,
  speed: knots(0),
  course: 0,
  accuracy: 0,
  ...fix,
});
const record = (seconds: number, fix: Partial<Fix> | null = {}, attributes = {}): DeviceRecord => ({
  deviceTime: NOW + seconds * SECOND,
  fix: fix && fixAt(seconds, fix),
  network: null,
  attributes,
});

test('[PIPE-1] distance and total grow along the track; motion follows the speed', async () => {
  const { feed } = await run();
  const [first] = feed(record(0)).positions;
  const [second] = feed(record(10, { latitude: 52.01, speed: knots(20) })).positions;
  const [third] = feed(record(20, { latitude: 52.02, speed: knots(20) }, { motion: false })).positions;
  assert.deepEqual(first?.attributes, { distance: 0, totalDistance: 0, motion: false });
  const distances = [second, third].map((p) => Math.round(Number(p?.attributes['totalDistance'])));
  assert.deepEqual(distances, [1113, 2226]);
  assert.equal(second?.attributes['motion'], true);
  assert.equal(third?.attributes['motion'], false, "the device's own word stands");
});

test('[PIPE-2] a late record enters history, moves no marker, and raises only what it says itself, marked as late', async () => {
  const { feed, live } = await run({}, 30);
  feed(record(100, { latitude: 52.5 }, { ignition: true }));
  const pending = live().pending.position;
  const late = feed(record(50, { latitude: 52.1, speed: knots(90) }, { ignition: false, alarm: 'sos' }));
  assert.equal(late.positions.length, 1);
  assert.deepEqual(
    late.raw.map(({ type, eventTime, attributes }) => [type, eventTime, attributes]),
    [['alarm', NOW + 50 * SECOND, { alarm: 'sos', late: true }]],
  );
  assert.equal(live().pending.position, pending);
  assert.equal(late.positions[0]?.attributes['totalDistance'], undefined, 'unknown, not wrong');
});

test('[PIPE-3] the same record again changes nothing at all', async () => {
  const { feed, live } = await run();
  const alarm = record(10, {}, { alarm: 'sos', ignition: true });
  assert.deepEqual(feed(record(0, {}, { ignition: false })).events, ['deviceOnline']);
  assert.deepEqual(feed(alarm).events, ['alarm', 'ignitionOn']);
  const state = live().pending.position;
  const again = feed(alarm, record(0, {}, { ignition: false }));
  assert.deepEqual(again.events, []);
  assert.equal(live().pending.position, state);
});

test('[PIPE-3] a record whose answer got lost is the same when it comes out of the memory of the device', async () => {
  const { feed, live } = await run();
  feed(record(0, {}, { ignition: true }));
  const state = live().pending.position;
  assert.equal(feed(record(0, {}, { ignition: true, archive: true })).positions.length, 0);
  assert.equal(live().pending.position, state);
});

test('[PIPE-4] two different records of the same second are both live', async () => {
  const { feed } = await run();
  const twin = feed(record(0, {}, { event: 1 }), record(0, {}, { event: 2, alarm: 'sos' }));
  assert.equal(twin.positions.length, 2);
  assert.deepEqual(twin.events, ['deviceOnline', 'alarm']);
});

test('[PIPE-5] a record without location carries the last one on, with its own time', async () => {
  const { feed } = await run();
  feed(record(0, { latitude: 52.3, course: 45 }));
  const [p] = feed(record(30, null, { batteryLevel: 80 })).positions;
  assert.deepEqual([p?.latitude, p?.course, p?.fixTime, p?.deviceTime], [52.3, 45, NOW, NOW + 30 * SECOND]);
  assert.equal(p?.attributes['batteryLevel'], 80);
});

test('[PIPE-6] without any location yet, the place is unknown and adds no distance later', async () => {
  const { feed } = await run();
  const [first] = feed(record(0, null)).positions;
  assert.equal(first?.fixTime, Date.UTC(1980, 0, 6));
  assert.equal(first?.valid, false);
  const [second] = feed(record(10)).positions;
  assert.equal(second?.attributes['totalDistance'], 0);
});

test('[PIPE-7] a receiver whose week counter rolled over is put right', async () => {
  const { feed } = await run();
  const weeks = 1024 * 7 * 86_400;
  const [p] = feed(record(-weeks)).positions;
  assert.equal(p?.fixTime, NOW);
});

test('[PIPE-8] a fix more than a day ahead is refused; a clock ahead of a good fix is not believed', async () => {
  const { feed, rejected } = await run();
  assert.equal(feed(record(2 * 86_400)).positions.length, 0);
  assert.deepEqual(rejected, ['future']);
  const [p] = feed({ ...record(0), deviceTime: NOW + 9 * 86_400_000 }).positions;
  assert.equal(p?.deviceTime, NOW);
});

test('[PIPE-9] engine hours grow from each record with the ignition on, but not over a gap', async () => {
  const { feed } = await run();
  feed(record(0, {}, { ignition: true }));
  const hours = [
    feed(record(60, {}, { ignition: true })),
    feed(record(120, {}, { ignition: false })),
    feed(record(180, {}, { ignition: false })),
    feed(record(240, {}, { ignition: true })),
    // As long as a vehicle may be without network with its engine on, then half a day.
    feed(record(240 + 3600, {}, { ignition: true })),
    feed(record(240 + 3600 + 12 * 3600, {}, { ignition: true })),
  ].map(({ positions }) => positions[0]?.attributes['hours']);
  assert.deepEqual(hours, [60_000, 120_000, 120_000, 120_000, 3_720_000, 3_720_000]);
});

test('[PIPE-10] an alarm is raised once while it lasts, each name for itself', async () => {
  const { feed } = await run();
  feed(record(0));
  const alarms = (result: ReturnType<typeof feed>) => result.raw.map(({ attributes }) => attributes['alarm']);
  assert.deepEqual(alarms(feed(record(1, {}, { alarm: 'sos,powerCut' }))), ['sos', 'powerCut']);
  assert.deepEqual(alarms(feed(record(2, {}, { alarm: 'sos,tow' }))), ['tow']);
  assert.deepEqual(alarms(feed(record(3, {}))), []);
  assert.deepEqual(alarms(feed(record(4, {}, { alarm: 'sos' }))), ['sos']);
});

test('[PIPE-11] overspeed uses the configured limit, or the one that the device reports', async () => {
  const { feed } = await run({}, 50);
  feed(record(0));
  assert.deepEqual(feed(record(1, { speed: knots(51) })).events, ['deviceOverspeed']);
  assert.deepEqual(feed(record(2, { speed: knots(60) })).events, []);
  assert.deepEqual(feed(record(3, { speed: knots(60) }, { speedLimit: 70 })).events, []);
  const again = feed(record(4, { speed: knots(60) }, { speedLimit: 55 }));
  assert.deepEqual(
    again.raw.map(({ attributes }) => attributes),
    [{ speed: 60, speedLimit: 55 }],
  );
});

for (const [logic, began, ended] of [
  ['rastro', -600, -300],
  ['traccarOld', -600, -300],
  ['traccar', -540, 0],
] as const)
  test(`[PIPE-12] a drive raises deviceMoving at its start and deviceStopped at its end, by ${logic}`, async () => {
    const { feed } = await run({ tripSettings: { ...ANY_SPEED, logic } });
    const drive = [0, 60, 120, 180, 240].map((s, i) =>
      record(s - 600, { latitude: 52 + i * 0.005, speed: knots(18) }),
    );
    const stand = [300, 400, 500, 600].map((s) => record(s - 600, { latitude: 52.02 }));
    const { raw } = feed(...drive, ...stand);
    assert.deepEqual(
      raw.map(({ type, eventTime }) => [type, (eventTime - NOW) / SECOND]),
      [
        ['deviceOnline', 0],
        ['deviceMoving', began],
        ['deviceStopped', ended],
      ],
    );
  });

test('[PIPE-13] each filter drops what it names, and is off by default', async () => {
  const strict = { ...DEFAULT_PIPELINE_OPTIONS.filter };
  const dropped = async (filter: Partial<PipelineOptions['filter']>, ...records: readonly DeviceRecord[]) => {
    const { feed, rejected } = await run({ filter: { ...strict, ...filter } });
    feed(record(0, { latitude: 52 }, { a: 1 }), ...records);
    const open = await run();
    open.feed(record(0, { latitude: 52 }, { a: 1 }), ...records);
    assert.deepEqual(open.rejected, []);
    return rejected;
  };
  assert.deepEqual(await dropped({ invalid: true }, record(1, { valid: false })), ['invalid']);
  assert.deepEqual(await dropped({ zero: true }, record(1, { latitude: 0, longitude: 0 })), ['zero']);
  assert.deepEqual(await dropped({ outdated: true }, record(1, null)), ['outdated']);
  assert.deepEqual(await dropped({ pastMs: 1000 }, record(-60)), ['past']);
  assert.deepEqual(await dropped({ accuracyM: 50 }, record(1, { accuracy: 51 })), ['accuracy']);
  assert.deepEqual(await dropped({ approximate: true }, record(1, {}, { approximate: true })), [
    'approximate',
  ]);
  assert.deepEqual(await dropped({ distanceM: 10 }, record(1)), ['distance']);
  assert.deepEqual(await dropped({ maxSpeedKn: 100 }, record(1, { latitude: 53 })), ['maxSpeed']);
  assert.deepEqual(await dropped({ minPeriodMs: 5000 }, record(1)), ['minPeriod']);
});

test('[PIPE-14] a forced hemisphere puts lost signs right', async () => {
  const { feed } = await run({ latitudeHemisphere: 'S', longitudeHemisphere: 'W' });
  const [p] = feed(record(0, { latitude: 23.5, longitude: 46.6 })).positions;
  assert.deepEqual([p?.latitude, p?.longitude], [-23.5, -46.6]);
});

test('[PIPE-43] a stage or rule that fails is logged and passed over; the record is kept', async () => {
  const live = await LiveDevices.load(storage);
  const directory = await Directory.load(storage, 'rastro');
  const options = { ...DEFAULT_PIPELINE_OPTIONS, linkedDriver: true };
  const visibility = new Visibility(directory);
  const whole = referenceDataOf(
    directory,
    visibility,
    live,
    new DeviceOptions(options, directory, visibility),
  );
  const broken = (): never => {
    throw new Error('a bug');
  };
  const faults: unknown[] = [];
  const pipeline = new Pipeline({
    live,
    ids: await IdSequence.open(storage, (error) => assert.ifError(error)),
    around: { ...whole, driverOf: broken, maintenanceOf: broken },
    onRejected: () => {},
    onImplausible: () => {},
    onForeign: () => {},
    onFault: (_id, error) => faults.push(error),
  });
  const records = [record(0, {}, { ignition: false }), record(1, {}, { ignition: true })];
  const { positions, events } = pipeline.process(device(), 'teltonika', records, NOW);
  assert.equal(positions.length, 2);
  assert.equal(positions[1]?.attributes['motion'], false, 'stages before and after did their work');
  assert.ok(events.some(({ type }) => type === 'ignitionOn'));
  assert.equal(faults.length, 3, 'the stage twice, the rule once');
});
