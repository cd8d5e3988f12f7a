import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reduceRecords, Road, START } from '../../test/trips.ts';
import type { Episode } from './stretch-segment.ts';
import type { TripRecord } from './trip-record.ts';
import { sumsOf } from './day-sums.ts';
import { wholeEpisodes } from './stretches.ts';

const of = (records: readonly TripRecord[], kind: Episode['kind']): Episode[] =>
  wholeEpisodes(reduceRecords(records)).filter((episode) => episode.kind === kind);
const minutes = ({ time }: { readonly time: number }): number => (time - START) / 60_000;
const summaryOf = ({ start, end, goesOn, figures }: Episode): unknown[] => [
  minutes(start),
  minutes(end),
  goesOn,
  figures,
];

/** Every record a cut: each stretch in as many pieces as there can be. */
const cutOften = (records: readonly TripRecord[]): TripRecord[] =>
  records.map((one, i) => ({ ...one, key: (i + 1) * 128 }));

test('[BOOK-14] a visit is from the first record within to the last, over held places and through silence', () => {
  const road = new Road()
    .put({ speedKmh: 0 })
    .stand(1200)
    .drive(600, 60)
    .setFields({ geofenceIds: [7] });
  road.drive(180, 60).stand(1200).pass(7200).put({ speedKmh: 0 }).stand(1200).drive(180, 60);
  road.setFields({ geofenceIds: [] }).drive(600, 60);
  const expected = [[31, 196, false, { metres: 5000, seconds: 165 * 60 }]];
  assert.deepEqual(of(road.records, 'visit').map(summaryOf), expected);
  assert.deepEqual(of(cutOften(road.records), 'visit').map(summaryOf), expected);
});

test('[BOOK-14] places within one another are visited at once; a visit under way goes on', () => {
  const road = new Road()
    .setFields({ geofenceIds: [1] })
    .put({ speedKmh: 0 })
    .stand(1200);
  road
    .setFields({ geofenceIds: [1, 2] })
    .stand(600)
    .setFields({ geofenceIds: [1] })
    .stand(600);
  assert.deepEqual(
    of(road.records, 'visit')
      .toSorted((a, b) => a.geofenceId - b.geofenceId)
      .map(({ geofenceId, start, end, goesOn }) => [geofenceId, minutes(start), minutes(end), goesOn]),
    [
      [1, 0, 40, true],
      [2, 21, 30, false],
    ],
  );
});

test('[BOOK-15] a drive is what a driver drove of a trip; another driver has another', () => {
  const road = new Road().setFields({ driver: 'ana' }).put({ speedKmh: 0 }).stand(1200).drive(600, 60);
  road.setFields({ driver: 'rui' }).drive(1200, 60).stand(1200);
  const drives = of(cutOften(road.records), 'drive');
  assert.deepEqual(
    drives.map(({ driver, start, figures }) => [driver, minutes(start), figures]),
    [
      ['ana', 20, { metres: 10_000, seconds: 600 }],
      ['rui', 30, { metres: 20_000, seconds: 1260 }],
    ],
  );
  assert.deepEqual(of(road.records, 'drive').map(summaryOf), drives.map(summaryOf));
});

test('[BOOK-16] speeding is from the first record over the limit to the last, with the highest speed', () => {
  const road = new Road().setFields({ limitKmh: 80 }).put({ speedKmh: 0 }).stand(1200).drive(300, 70, 30);
  road
    .drive(60, 90, 30)
    .drive(60, 110, 30)
    .drive(30, 95, 30)
    .drive(300, 70, 30)
    .drive(30, 85, 30)
    .drive(300, 60, 30);
  const expected = [
    [25.5, 27.5, false, { metres: 3375, seconds: 120, topKmh: 110, limitKmh: 80 }],
    [33, 33, false, { metres: 0, seconds: 0, topKmh: 85, limitKmh: 80 }],
  ];
  assert.deepEqual(of(road.records, 'speeding').map(summaryOf), expected);
  assert.equal(sumsOf(reduceRecords(road.records)).overspeedS, 120);
  const parts = of(cutOften(road.records), 'speeding').map(summaryOf);
  assert.deepEqual(parts.length, 2);
});

test('[BOOK-16] the engine idles where it runs for a minute and the vehicle stands', () => {
  const road = new Road().setFields({ ignition: true }).put({ speedKmh: 0 }).stand(1200).drive(600, 60);
  road.stand(45, 15).drive(600, 60).stand(240, 15).setFields({ ignition: false }).stand(1200);
  assert.deepEqual(of(road.records, 'idle').map(summaryOf), [
    [0, 20, false, { seconds: 1200 }],
    [41, 45.75, false, { seconds: 285 }],
  ]);
  assert.equal(sumsOf(reduceRecords(road.records)).idleS, 1200 + 30 + 225 + 60);
});
