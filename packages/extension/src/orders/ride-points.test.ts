import assert from 'node:assert/strict';
import { test } from 'node:test';
import { knots, type Position } from '@rastro/fleet';
import { secondsOf } from './live-legs.ts';
import { rideM, ridesIn } from './ride-points.ts';

const START = Date.UTC(2026, 5, 1, 8);
const position = (second: number, meters: number, speed: number, more: Partial<Position> = {}): Position => ({
  id: second,
  attributes: {},
  deviceId: 1,
  protocol: 'osmand',
  serverTime: new Date(START).toISOString(),
  deviceTime: new Date(START + second * 1000).toISOString(),
  fixTime: new Date(START + second * 1000).toISOString(),
  valid: true,
  latitude: meters / 111_195,
  longitude: 0,
  altitude: 0,
  speed: knots(speed),
  course: 0,
  address: null,
  accuracy: 0,
  network: null,
  geofenceIds: null,
  ...more,
});

test('[ROADROUTE-13] rides are what lies between long stops, with their lights, without places that nobody is sure of', () => {
  const drive = (from: number, begin: number) =>
    Array.from({ length: 60 }, (_, at) => position(from + at, begin + at * 10, 20));
  const positions = [
    position(0, 0, 0),
    ...drive(10, 0),
    // A minute at a light.
    position(70, 600, 0),
    position(130, 600, 0),
    ...drive(140, 600),
    position(200, 1200, 0),
    position(205, 90_000, 20, { valid: false }),
    // An hour of parking.
    ...[500, 900, 2000, 3700].map((second) => position(second, 1200, 0)),
    ...drive(3800, 1200),
  ];
  const rides = ridesIn(positions);
  assert.deepEqual(
    rides.map((points) => [(points[0]?.s ?? 0) - START / 1000, Math.round(rideM(points) / 100)]),
    [
      [10, 12],
      [3800, 5],
    ],
  );
  assert.ok(rides[0]?.every(({ s }, at, all) => at === 0 || s - (all[at - 1]?.s ?? 0) >= 10));
  assert.deepEqual(ridesIn([]), []);
});

test('[ROADROUTE-13] several drives are less uncertain together than end to end, and no leg takes less than nothing', () => {
  const leg = { seconds: 100, low: 60, high: 170 };
  const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
  const legs = [leg, leg, leg, leg];
  assert.equal(sum(secondsOf(legs, 'seconds')), 400);
  assert.deepEqual(secondsOf([leg], 'low'), [60]);
  assert.equal(Math.round(sum(secondsOf(legs, 'high'))), 400 + 140);
  assert.equal(Math.round(sum(secondsOf(legs, 'low'))), 400 - 80);
  const uncertain = secondsOf([leg, { seconds: 5, low: 0, high: 900 }], 'low');
  assert.ok(uncertain.every((seconds) => seconds >= 0));
});
