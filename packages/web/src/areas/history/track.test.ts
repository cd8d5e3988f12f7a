import { TRACK_FLAGS, type TrackChunk } from '@rastro/fleet/tracks';
import { expect, test } from 'vitest';
import { indexAt, joinDays, nextDrive, placeAt, stepFrom } from './track.ts';

type Point = readonly [second: number, lonE5: number, speed: number, flags?: number];
const { held, gap } = TRACK_FLAGS;
const DAY = 86_400;
const ALL = { from: 0, to: 10 * DAY, measures: [] };

function aDay(day: number, points: readonly Point[]): TrackChunk {
  return {
    deviceId: 1,
    day,
    revision: 1,
    level: 0,
    counts: [points.length, 0, 0, 0, 0, 0],
    box: null,
    values: [],
    annotations: [],
    points: {
      second: points.map(([second]) => second),
      latE5: points.map(() => 0),
      lonE5: points.map(([, lonE5]) => lonE5),
      speed: points.map(([, , speed]) => speed),
      flags: points.map(([, , , flags = 0]) => flags),
    },
  };
}
const times = (track: { time: Float64Array }): number[] => [...track.time];

test('[PAST-5] days are put together in order of time, whatever came first', () => {
  const track = joinDays(1, [aDay(1, [[5, 0, 0]]), aDay(0, [[100, 0, 0]])], ALL);
  expect(times(track)).toEqual([100, DAY + 5]);
});

test('[PAST-5] what stood when the period began stands there from its first second on', () => {
  const days = [
    aDay(0, [
      [10, 1, 20],
      [100, 2, 0, held],
      [9000, 2, 10],
      [9100, 3, 20],
      [9900, 9, 9],
    ]),
  ];
  const track = joinDays(1, days, { ...ALL, from: 500, to: 9500 });
  expect(times(track)).toEqual([500, 9000, 9100]);
  expect(placeAt(track, 600)?.state).toBe('stopped');
});

test('[PAST-5] of what drove into the period only what lies within is shown', () => {
  const days = [
    aDay(0, [
      [10, 1, 20],
      [100, 2, 30],
      [200, 3, 30],
    ]),
  ];
  expect(times(joinDays(1, days, { ...ALL, from: 150, to: 300 }))).toEqual([200]);
  expect(joinDays(1, [], ALL).length).toBe(0);
});

test('[PAST-6] moves evenly between points, and stands at a stop until the next', () => {
  const track = joinDays(
    1,
    [
      aDay(0, [
        [100, 0, 20],
        [200, 36_000, 40],
        [300, 36_000, 0, held],
        [900, 36_000, 5],
      ]),
    ],
    ALL,
  );
  expect(placeAt(track, 99)).toBeNull();
  const middle = placeAt(track, 150);
  expect(middle).toMatchObject({ speed: 30, state: 'driving', since: 100 });
  expect(middle?.course).toBeCloseTo(90, 6);
  expect(middle?.x).toBeCloseTo(0.5 + 0.18 / 360, 9);
  expect(placeAt(track, 800)).toMatchObject({ speed: 0, state: 'stopped', since: 300 });
});

test('[PAST-6] over a silence it stays where it was heard last, and says since when', () => {
  const track = joinDays(
    1,
    [
      aDay(0, [
        [100, 0, 50],
        [5000, 90_000, 50, gap],
        [5010, 90_100, 50],
      ]),
    ],
    ALL,
  );
  expect(placeAt(track, 4000)).toMatchObject({ x: 0.5, speed: 0, state: 'gap', since: 100 });
  expect(placeAt(track, 9999)).toMatchObject({ state: 'gap', since: 5010 });
});

test('[PAST-16] finds when it drives next, beyond stops and silences', () => {
  const points: Point[] = [
    [100, 0, 0, held],
    [1000, 0, 9],
    [1100, 5, 9],
    [9000, 5, 9, gap],
    [9100, 6, 9],
  ];
  const track = joinDays(1, [aDay(0, points)], ALL);
  expect(nextDrive(track, 0)).toBe(1000);
  expect(nextDrive(track, 1050)).toBe(1050);
  expect(nextDrive(track, 1100)).toBe(9000);
  expect(nextDrive(track, 9100)).toBe(Infinity);
});

test('[PAST-17] steps to the nearest record of any vehicle', () => {
  const one = joinDays(
    1,
    [
      aDay(0, [
        [100, 0, 0],
        [200, 0, 0],
      ]),
    ],
    ALL,
  );
  const other = joinDays(2, [aDay(0, [[150, 0, 0]])], ALL);
  expect(stepFrom([one, other], 100, 1)).toBe(150);
  expect(stepFrom([one, other], 200, -1)).toBe(150);
  expect(stepFrom([one, other], 200, 1)).toBe(200);
  expect(indexAt(one, 199)).toBe(0);
});
