import assert from 'node:assert/strict';
import { test } from 'node:test';
import { followStops, NO_VISITS, type FencedStop, type PlaceRecord } from './index.ts';

const METERS_A_DEGREE = 111_320;
const CENTRE = { latitude: 0, longitude: 0 };
const stop = (orderId: number, eastM = 0): FencedStop => ({
  orderId,
  centre: { latitude: 0, longitude: eastM / METERS_A_DEGREE },
  radiusM: 100,
  area: null,
});
/** A record so many seconds after the start, so many metres to the east. */
const record = (second: number, eastM: number, more: Partial<PlaceRecord> = {}): PlaceRecord => ({
  at: second * 1000,
  latitude: 0,
  longitude: CENTRE.longitude + eastM / METERS_A_DEGREE,
  kmh: 30,
  ignition: true,
  accuracyM: 0,
  ...more,
});
const stands = { kmh: 0 };
/** Seconds of arrival and departure. */
const times = (stops: readonly FencedStop[], records: readonly PlaceRecord[], orderId = 1) => {
  const { arrivedAt = null, leftAt = null } = followStops(NO_VISITS, stops, records).stops[orderId] ?? {};
  return [arrivedAt, leftAt].map((at) => at && at / 1000);
};

test('[VISIT-1] who stands in the fence has arrived when it came in; who drives past has not', () => {
  const comes = [record(0, -900), record(30, -500), record(60, -90)];
  assert.deepEqual(times([stop(1)], [...comes, record(90, 0, stands), record(105, 0, stands)]), [null, null]);
  assert.deepEqual(
    times([stop(1)], [...comes, record(90, 0, stands), record(105, 0, stands), record(120, 0, stands)]),
    [60, null],
  );
  assert.deepEqual(times([stop(1)], [...comes, record(75, 50), record(90, 300)]), [null, null]);
  assert.deepEqual(times([stop(1)], [...comes, record(70, 0, { kmh: 0, ignition: false })]), [60, null]);
  const crawls = [0, 30, 60, 90, 120].map((second) => record(second, -80 + second, { kmh: 9 }));
  assert.deepEqual(times([stop(1)], crawls), [0, null], 'two minutes inside');
  // The next time is another one: nothing of the first pass counts.
  const again = [...comes, record(80, 300), record(400, 0), record(460, 0), record(500, 300)];
  assert.deepEqual(times([stop(1)], again), [null, null]);
});

test('[VISIT-2] at the edge nothing flaps; who is back soon has not left', () => {
  const there = [record(0, 0, stands), record(30, 0, stands)];
  const flaps = [60, 90, 120, 150].map((second, at) => record(second, at % 2 === 0 ? 140 : 95));
  assert.deepEqual(times([stop(1)], [...there, ...flaps]), [0, null]);
  const oneJump = [record(45, 400), record(60, 0, stands)];
  assert.deepEqual(times([stop(1)], [...there, ...oneJump]), [0, null]);
  const leaves = [record(60, 0), record(75, 200), record(90, 400)];
  assert.deepEqual(times([stop(1)], [...there, ...leaves]), [0, 60]);
  assert.deepEqual(times([stop(1)], [...there, ...leaves, record(300, 0, stands)]), [0, null]);
  const late = [...there, ...leaves, record(600, 0, stands), record(900, 900), record(930, 1500)];
  assert.deepEqual(times([stop(1)], late), [0, 60], 'a second visit changes nothing of the first');
  assert.deepEqual(times([stop(1)], [...there, record(95, 900)]), [0, 30], 'seldom records');
});

test('[VISIT-3] the next two stops are arrived at; at a later one the vehicle must stand', () => {
  const stops = [stop(1), stop(2, 1000), stop(3, 2000)];
  const short = [record(0, 2000, stands), record(30, 2000, stands)];
  assert.deepEqual(times(stops, short, 3), [null, null]);
  assert.deepEqual(times(stops, [...short, record(90, 2000, stands), record(120, 2000, stands)], 3), [
    0,
    null,
  ]);
  assert.deepEqual(times(stops, [record(0, 1000, stands), record(30, 1000, stands)], 2), [0, null]);
  const both = [stop(1), stop(2, 60)];
  const between = [record(0, 30, stands), record(30, 30, stands)];
  assert.deepEqual(
    [times(both, between, 1), times(both, between, 2)],
    [
      [0, null],
      [0, null],
    ],
    'fences that overlap',
  );
});

test('[VISIT-4] jumps, older records and silence change nothing; an inexact record widens the fence', () => {
  const there = [record(100, 0, stands), record(130, 0, stands)];
  assert.deepEqual(times([stop(1)], [...there, record(140, 90_000), record(150, 90_000)]), [100, null]);
  const moved = [0, 1, 2, 3].map((at) => record(140 + at, 90_000 + at));
  assert.deepEqual(times([stop(1)], [...there, ...moved]), [100, 130], 'three that agree are true');
  assert.deepEqual(times([stop(1)], [...there, record(110, 900), record(120, 900)]), [100, null]);
  assert.deepEqual(
    times(
      [stop(1)],
      [record(0, 200, { ...stands, accuracyM: 80 }), record(30, 200, { ...stands, accuracyM: 80 })],
    ),
    [0, null],
  );
  const first = followStops(NO_VISITS, [stop(1)], there.slice(0, 1));
  assert.deepEqual(
    followStops(first, [stop(1)], there),
    followStops(NO_VISITS, [stop(1)], there),
    'read twice',
  );
});
