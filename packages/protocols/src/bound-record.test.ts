import assert from 'node:assert/strict';
import { test } from 'node:test';
import { knots, type Attributes } from '@rastro/fleet';
import { boundRecord } from './bound-record.ts';
import type { DeviceRecord, Fix } from './protocol.ts';

const FIX: Fix = {
  time: 1,
  valid: true,
  latitude: 1,
  longitude: 2,
  altitude: 3,
  speed: knots(4),
  course: 5,
  accuracy: 6,
};
const EMPTY: DeviceRecord = { deviceTime: 1, fix: FIX, network: null, attributes: {} };

/** A record within its bounds, and what was left out. */
function bounded(part: Partial<DeviceRecord>): {
  readonly record: DeviceRecord | null;
  readonly refused: readonly string[];
} {
  const refused: string[] = [];
  return { record: boundRecord({ ...EMPTY, ...part }, (what) => void refused.push(what)), refused };
}
const attributesOf = (attributes: Attributes): Attributes =>
  bounded({ attributes }).record?.attributes ?? { none: true };
const fixOf = (part: Partial<Fix>) => bounded({ fix: { ...FIX, ...part } }).record?.fix;

test('[BOUND-1] an attribute that is not finite or impossible in its unit is left out', () => {
  for (const value of [NaN, Infinity, -Infinity, 1e308]) assert.deepEqual(attributesOf({ io1: value }), {});
  const cases: readonly (readonly [string, number, number])[] = [
    ['batteryLevel', 100, 255],
    ['power', 28.4, 14_573],
    ['battery', 4.1, 65_535],
    ['temp1', -40, -300],
    ['coolantTemp', 130, 5000],
    ['fuel', 400, 1.68e100],
    ['odometer', 4e9, -1],
    ['distance', 1200, -5000],
    ['totalDistance', 4e9, -1],
    ['hours', 3.6e9, 1e15],
    ['obdSpeed', 120, 2000],
    ['rpm', 16_000, -5],
    ['hdop', 99.9, -0.1],
    ['sat', 31, 256],
  ];
  for (const [name, good, bad] of cases) {
    assert.deepEqual([attributesOf({ [name]: good }), attributesOf({ [name]: bad })], [{ [name]: good }, {}]);
  }
});

test('[BOUND-1] a number without a known unit is what a register of 64 bits can hold', () => {
  assert.deepEqual(attributesOf({ io104: 6_148_875_035_617_931_000 }), { io104: 6_148_875_035_617_931_000 });
});

test('[BOUND-2] a fix keeps its place when speed, course, altitude or accuracy are impossible', () => {
  const odd = fixOf({ speed: knots(NaN), course: 720, altitude: 1e9, accuracy: -1 });
  assert.deepEqual(odd, { ...FIX, speed: 0, course: 0, altitude: 0, accuracy: 0 });
  assert.equal(fixOf({ speed: knots(1e308) })?.speed, 0);
  assert.equal(fixOf({ speed: knots(-5) })?.speed, 0);
  assert.equal(fixOf({ altitude: -1e300 })?.altitude, 0);
  assert.equal(fixOf({ course: 1e300 })?.course, 0);
  assert.equal(fixOf({ course: -10 })?.course, 350);
});

test('[BOUND-2] a record without a time or a place is dropped; a device time that is none is left out', () => {
  for (const time of [NaN, -1, 1e300]) assert.equal(bounded({ fix: { ...FIX, time } }).record, null);
  // Values that were not finite arrive over a bus as null.
  const overTheBus = JSON.parse(JSON.stringify({ ...EMPTY, fix: { ...FIX, latitude: NaN } }));
  assert.equal(boundRecord(overTheBus), null);
  assert.equal(fixOf({ latitude: 91 }), undefined);
  for (const deviceTime of [NaN, -1, 1e300]) assert.equal(bounded({ deviceTime }).record?.deviceTime, null);
});

test('[BOUND-3] names, texts, their number and their sum have a bound', () => {
  const many = Object.fromEntries(Array.from({ length: 5003 }, (_, at) => [`p${at}`, at]));
  assert.equal(Object.keys(attributesOf(many)).length, 256);
  assert.deepEqual(attributesOf({ ['k'.repeat(10_000)]: 1, ['n'.repeat(64)]: 2, '': 3 }), {
    ['n'.repeat(64)]: 2,
  });
  assert.deepEqual(attributesOf({ result: 'x'.repeat(60_000) }), { result: 'x'.repeat(32_768) });
  const sum = Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`t${at}`, 'y'.repeat(10_000)]));
  assert.equal(Object.keys(attributesOf(sum)).length, 4);
});

test('[BOUND-3] nothing nested comes in, and no control character or half of one', () => {
  const nested = { deep: { deeper: [] }, list: [1], nothing: null, isOn: true };
  assert.deepEqual(attributesOf(nested), { isOn: true });
  const odd = { text: 'a\u0000b\u001b[2J\n\tc\u009f\ud800', 'na\u0000me': 1 };
  assert.deepEqual(attributesOf(odd), { text: 'ab[2J\n\tc\ufffd' });
});

test('[BOUND-3] towers and points of Wi-Fi have a bound, too', () => {
  const tower = { mobileCountryCode: 724, mobileNetworkCode: 5, locationAreaCode: 1, cellId: 2 };
  const cellTowers = [{ ...tower, cellId: Infinity }, ...Array.from({ length: 100 }, () => tower)];
  const wifiAccessPoints = [{ macAddress: 'x'.repeat(1000) }];
  const { record, refused } = bounded({ network: { cellTowers, wifiAccessPoints } });
  assert.equal(record?.network?.cellTowers?.length, 63);
  assert.equal(record.network.wifiAccessPoints, undefined);
  assert.deepEqual(refused, ['network']);
});

test('[BOUND-3] a sound record comes back as it is; of others each thing that was left out is told', () => {
  const sound = { ...EMPTY, attributes: { ignition: true, power: 12.4, result: 'OK\r\n' } };
  assert.equal(
    boundRecord(sound, () => assert.fail()),
    sound,
  );
  const { refused } = bounded({
    fix: { ...FIX, speed: knots(-5) },
    attributes: { distance: -5000, hours: 1 },
  });
  assert.deepEqual(refused, ['speed', 'distance']);
});
