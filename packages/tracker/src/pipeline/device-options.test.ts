import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { knots } from '@rastro/fleet';
import {
  ANY_SPEED,
  calendarOf,
  NOW,
  openTestPipeline,
  record,
  type TestPipeline,
} from '../../test/open-test-pipeline.ts';
import { DEFAULT_PIPELINE_OPTIONS, type PipelineOptions } from './options.ts';

let t: TestPipeline;
afterEach(() => t.close());
const filter = (values: Partial<PipelineOptions['filter']>) => ({
  filter: { ...DEFAULT_PIPELINE_OPTIONS.filter, ...values },
});

test('[PIPE-26] attributes of device, groups from the nearest up, then server, decide before the settings', async () => {
  t = await openTestPipeline({ speedLimit: knots(1) });
  const top = await t.directory.groups.create({ name: 'T', groupId: 0, attributes: { speedLimit: 3 } });
  const low = await t.directory.groups.create({ name: 'L', groupId: top.id, attributes: {} });
  let device = await t.device({ groupId: low.id });
  const limit = () => t.around.optionsOf(device).speedLimit;
  assert.equal(limit(), 3);
  const server = t.directory.server;
  await t.directory.updateServer({ ...server, attributes: { speedLimit: 2, 'filter.zero': true } });
  assert.equal(limit(), 3);
  await t.directory.groups.update({ ...low, attributes: { speedLimit: '4' } });
  assert.equal(limit(), 4, 'texts are read');
  device = await t.directory.devices.update({ ...device, attributes: { speedLimit: 5 } });
  assert.equal(limit(), 5);
  device = await t.directory.devices.update({ ...device, attributes: { speedLimit: 'fast' }, groupId: 0 });
  assert.equal(limit(), 2, 'what cannot be read counts as not given');
  assert.equal(t.around.optionsOf(device).filter.zero, false, 'few names count on the server record');
});

test('[BOOK-64] the use that the form of a device writes counts, unless the books are told another', async () => {
  t = await openTestPipeline();
  let device = await t.device({ attributes: { litresPer100Km: 12.5 } });
  const rate = () => t.around.optionsOf(device).tripSettings.litresPer100Km;
  assert.equal(rate(), 12.5);
  const both = { 'fuel.litresPer100Km': 9, litresPer100Km: 12.5 };
  device = await t.directory.devices.update({ ...device, attributes: both });
  assert.equal(rate(), 9);
});

test('[PIPE-27] each name of the reference changes what it names', async () => {
  t = await openTestPipeline();
  const attributes = {
    'filter.invalid': true,
    'filter.zero': 'true',
    'filter.future': 10,
    'filter.accuracy': '50',
    'filter.maxSpeed': 100,
    'filter.skipLimit': 60,
    'filter.skipAttributes': 'alarm, result',
    'event.motion.speedThreshold': 2,
    'report.trip.minDistance': 300,
    'report.trip.minDuration': 60,
    'report.trip.stopGap': 1800,
    'trip.logic': 'traccar',
    'trip.minStop': 120,
    'trip.start': 'yesterday',
    'time.ahead': '60',
    'time.override': 'serverTime',
    'processing.copyAttributes': 'ignition',
    fuelDropThreshold: 5,
    unaccompaniedDistance: 50,
    'filter.past': 0,
  };
  const options = t.around.optionsOf(await t.device({ attributes }));
  assert.deepEqual(options, {
    ...DEFAULT_PIPELINE_OPTIONS,
    filter: {
      ...DEFAULT_PIPELINE_OPTIONS.filter,
      invalid: true,
      zero: true,
      futureMs: 10_000,
      accuracyM: 50,
      maxSpeedKn: 100,
      skipLimitMs: 60_000,
      skipAttributes: ['alarm', 'result'],
    },
    motionThresholdKn: 2,
    trip: { minDistanceM: 300, minDurationMs: 60_000, stopGapMs: 1_800_000 },
    tripSettings: {
      ...ANY_SPEED,
      traccarMinDistanceM: 300,
      traccarMinDurationS: 60,
      traccarStopGapS: 1800,
      logic: 'traccar',
      minStopS: 120,
      clockAheadS: 60,
    },
    timeOverride: 'serverTime',
    copyAttributes: ['ignition'],
    fuelDropThreshold: 5,
    unaccompaniedM: 50,
  });
});

test('[PIPE-28] outside the calendar of the device positions are dropped, by the time of their fix', async () => {
  t = await openTestPipeline();
  const calendar = await t.directory.linked.calendar.create(calendarOf('1201', '1202'));
  const { id } = await t.device({ calendarId: calendar.id });
  const stored = t.feed([record(59), record(60), record(119), record(120)], id).positions;
  assert.deepEqual(
    stored.map(({ fixTime }) => (fixTime - NOW) / 1000),
    [60, 119],
  );
  assert.deepEqual(t.rejected, ['calendar', 'calendar']);
});

test('[PIPE-29] a daily limit bounds what is kept of a day; beyond it one per interval', async () => {
  const day = 86_400_000;
  t = await openTestPipeline(filter({ dailyLimit: 2, dailyLimitIntervalMs: 60_000 }));
  const stored = (seconds: number, now = NOW) => t.feed([record(seconds)], t.van.id, now).positions.length;
  assert.deepEqual(
    [0, 1, 2, 60, 61, 130].map((s) => stored(s)),
    [1, 1, 0, 0, 1, 1],
  );
  assert.equal(stored(131, NOW + day), 1, 'the next day');
});

test('[PIPE-30] a long pause or a changed attribute rescues duplicates, near and static positions, nothing else', async () => {
  t = await openTestPipeline(
    filter({ static: true, distanceM: 100, invalid: true, skipLimitMs: 60_000, skipAttributes: ['door'] }),
  );
  const storedCount = (seconds: number, attributes = {}, fix = {}) =>
    t.feed([record(seconds, fix, attributes)], t.van.id, NOW + seconds * 1000).positions.length;
  const moving = { speed: knots(10) };
  assert.equal(storedCount(0, { door: false }, moving), 1);
  assert.equal(storedCount(10, { door: false }), 0);
  assert.equal(storedCount(20, { door: true }), 1);
  assert.equal(storedCount(30, { door: true }, { valid: false }), 0);
  assert.equal(storedCount(81, { door: true }), 1, 'a minute after the last one');
  assert.deepEqual(t.rejected, ['static', 'invalid']);
});

test('[PIPE-31] named attributes are carried on while records lack them', async () => {
  t = await openTestPipeline({ copyAttributes: ['ignition', 'fuel'] });
  const [, second, third] = t.feed([
    record(0, {}, { ignition: true, fuel: 50, rssi: 3 }),
    record(1, {}, { fuel: 49 }),
    record(2, {}, {}),
  ]).positions;
  const { ignition, fuel, rssi } = second?.attributes ?? {};
  assert.deepEqual([ignition, fuel, rssi], [true, 49, undefined]);
  assert.deepEqual([third?.attributes['ignition'], third?.attributes['fuel']], [true, 49]);
});

test('[STYLE-9] thresholds of harsh driving are those of the category, unless attributes say others', async () => {
  t = await openTestPipeline();
  const braking = (device: Parameters<typeof t.around.optionsOf>[0]): number =>
    t.around.optionsOf(device).tripSettings.harshBrakingMs2;
  const lorry = await t.device({ category: 'truck' });
  const car = await t.device({ category: 'car', uniqueId: 'car' });
  const odd = await t.device({ category: '__proto__', uniqueId: 'odd' });
  assert.deepEqual([lorry, car, odd].map(braking), [2.2, 3, 3]);
  const { server } = t.directory;
  await t.directory.updateServer({ ...server, attributes: { 'harsh.braking': 2.6, timezone: 'Asia/Tokyo' } });
  const own = await t.directory.devices.update({
    ...car,
    attributes: { 'harsh.braking': 0, 'work.hours': '1-5 08:00-18:00', 'harsh.source': 'none' },
  });
  assert.deepEqual([lorry, own].map(braking), [2.6, 0]);
  const { zone, workHours, harshSource } = t.around.optionsOf(own).tripSettings;
  assert.deepEqual([zone, workHours, harshSource], ['Asia/Tokyo', '1-5 08:00-18:00', 'auto']);
});
