import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reduceRecords, record, settingsWith, START } from '../../test/trips.ts';
import type { TripRecord } from './trip-record.ts';
import { stretchesOf } from './stretches.ts';

/** The track of the reference: seconds, latitude, knots. @source docs/reference/tracking-api.md §6.10 */
const TRACK: readonly (readonly [number, number, number])[] = [
  [0, 52, 0],
  [60, 52, 0],
  [120, 52.001, 20],
  [180, 52.003, 20],
  [240, 52.006, 25],
  [300, 52.01, 25],
  [360, 52.014, 25],
  [420, 52.015, 0],
  [480, 52.015, 0],
  [540, 52.015, 0],
  [600, 52.015, 0],
  [660, 52.015, 0],
  [780, 52.015, 0],
  [8000, 52.115, 0],
  [8060, 52.115, 0],
];
const records = TRACK.map(([s, latitude, knots], i): TripRecord =>
  record({
    id: i + 1,
    key: i * 256 + 1,
    time: START + s * 1000,
    latitude,
    longitude: 13,
    speedKmh: knots * 1.852,
    motion: knots > 0,
  }),
);

const summaryOf = (logic: 'traccar' | 'traccarOld') =>
  stretchesOf(reduceRecords(records, settingsWith({ logic }))).map(({ kind, start, end, ended, sums }) => [
    kind,
    (start.time - START) / 1000,
    (end.time - START) / 1000,
    ended,
    sums.distanceM,
  ]);

test('[BOOK-17] with Traccar’s newer rules the reference track is cut as Traccar cuts it', () => {
  assert.deepEqual(summaryOf('traccar'), [
    ['stop', 0, 60, 'traccar', 0],
    ['trip', 60, 600, 'traccar', 1670],
    ['stop', 600, 780, 'traccar', 0],
    ['trip', 780, 8000, 'traccar', 11_132],
    ['stop', 8000, 8060, null, 0],
  ]);
});

test('[BOOK-17] with Traccar’s older rules, too', () => {
  assert.deepEqual(summaryOf('traccarOld'), [
    ['stop', 0, 120, 'traccar', 0],
    ['trip', 120, 420, 'traccar', 1558],
    ['stop', 420, 8060, null, 0],
  ]);
});

test('[BOOK-17] with Traccar’s older rules an hour without data ends a trip', () => {
  const late = record({
    id: 99,
    time: START + 400_000 + 3_600_000,
    latitude: 52.2,
    longitude: 13,
    motion: true,
  });
  const history = reduceRecords([...records.slice(0, 7), late], settingsWith({ logic: 'traccarOld' }));
  assert.deepEqual(
    stretchesOf(history).map(({ kind, end }) => [kind, (end.time - START) / 1000]),
    [
      ['stop', 120],
      ['trip', 360],
      ['stop', 4000],
    ],
  );
});
