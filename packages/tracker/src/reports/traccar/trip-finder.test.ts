import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_TRIP_PARAMETERS, knots } from '@rastro/fleet';
import type { StoredPosition } from '@rastro/storage';
import { distanceBetween } from './track-measure.ts';
import { TripFinder, type Stretch } from './trip-finder.ts';

type Point = { t: number; latitude: number; speed?: number; attributes?: StoredPosition['attributes'] };

function find(points: readonly Point[], capacity = 0): Stretch[] {
  const finder = new TripFinder(DEFAULT_TRIP_PARAMETERS, capacity);
  const found = points.flatMap(({ t, latitude, speed = 0, attributes = {} }, i) =>
    finder.add({
      id: i + 1,
      fixTime: t * 1000,
      latitude,
      longitude: latitude === 0 ? 0 : 13,
      speed: knots(speed),
      address: null,
      attributes: { motion: speed > 0, ...attributes },
    }),
  );
  return [...found, ...finder.end()];
}
const brief = (stretches: readonly Stretch[]) =>
  stretches.map((s) => [s.kind, s.start.position.fixTime / 1000, s.end.position.fixTime / 1000]);

/** The check track of docs/reference/tracking-api.md §6.10. */
const TRACK: readonly Point[] = [
  { t: 0, latitude: 52 },
  { t: 60, latitude: 52 },
  { t: 120, latitude: 52.001, speed: 20 },
  { t: 180, latitude: 52.003, speed: 20 },
  { t: 240, latitude: 52.006, speed: 25 },
  { t: 300, latitude: 52.01, speed: 25 },
  { t: 360, latitude: 52.014, speed: 25 },
  ...[420, 480, 540, 600, 660, 780].map((t) => ({ t, latitude: 52.015 })),
  { t: 8000, latitude: 52.115 },
  { t: 8060, latitude: 52.115 },
];

test('[REPORT-1] the reference track has the trips and stops of the reference', () => {
  assert.deepEqual(brief(find(TRACK)), [
    ['stop', 0, 60],
    ['trip', 60, 600],
    ['stop', 600, 780],
    ['trip', 780, 8000],
    ['stop', 8000, 8060],
  ]);
});

test('[REPORT-2] distance is the odometer where both ends have it, else measured along the track', () => {
  const [, trip] = find(TRACK);
  assert.ok(trip);
  // Ten centimetres: the reference states the running total with one decimal.
  assert.ok(Math.abs(distanceBetween(trip.start, trip.end, false) - 1669.8) < 0.1);
  const withOdometer = TRACK.map((point, i) => ({ ...point, attributes: { odometer: 1000 + i * 500 } }));
  const [, counted] = find(withOdometer);
  assert.equal(counted && distanceBetween(counted.start, counted.end, false), 4500);
  const measured = counted ? distanceBetween(counted.start, counted.end, true) : 0;
  assert.ok(Math.abs(measured - 1669.8) < 0.1, 'unless the odometer is not believed');
});

test('[REPORT-3] the fastest speed is that of the stretch, not of the day', () => {
  assert.deepEqual(
    find(TRACK).map(({ kind, maxSpeed }) => [kind, maxSpeed]),
    [
      ['stop', 0],
      ['trip', 25],
      ['stop', 0],
      ['trip', 0],
      ['stop', 0],
    ],
  );
});

test('[REPORT-4] a track that begins in motion begins with a trip', () => {
  const drive = TRACK.slice(3, 10);
  assert.equal(brief(find(drive))[0]?.[0], 'trip');
});

test('[REPORT-5] spent fuel counts drops, not refuels; the own counter of the vehicle counts first', () => {
  const levels = [50, 48, 45, 60, 58, 55, 53];
  const drive = TRACK.slice(2, 9);
  const withFuel = drive.map((point, i) => ({ ...point, attributes: { fuel: levels[i] ?? 0 } }));
  assert.equal(find(withFuel)[0]?.spentFuel, 12);
  const percent = drive.map((point, i) => ({ ...point, attributes: { fuelLevel: levels[i] ?? 0 } }));
  assert.equal(find(percent, 200)[0]?.spentFuel, 24);
  const counter = drive.map((point, i) => ({ ...point, attributes: { fuel: levels[i] ?? 0, fuelUsed: i } }));
  assert.equal(find(counter)[0]?.spentFuel, 6);
});

test('[REPORT-6] a receiver that says 0, 0 makes no trip across the world', () => {
  const broken = TRACK.slice(0, 2).concat([{ t: 90, latitude: 0 }]);
  assert.equal(find(broken.map((p) => ({ ...p }))).length, 1);
});
