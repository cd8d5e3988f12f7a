import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { reduceRecords, record, Road, settingsWith, START } from '../../test/trips.ts';
import { TripReducer } from './trip-reducer.ts';
import type { StretchSegment } from './stretch-segment.ts';
import { compareKeys, type TripRecord } from './trip-record.ts';
import { DEFAULT_TRIP_SETTINGS } from './trip-settings.ts';
import { sumsOf } from './day-sums.ts';
import { stretchesOf, wholeEpisodes } from './stretches.ts';

// The numbers of the cases are those of docs/reference/history-and-reports.md §1.7.

const parked = (): Road => new Road().put({ speedKmh: 0 }).stand(1200);
const kinds = (pieces: readonly StretchSegment[]): string[] => stretchesOf(pieces).map(({ kind }) => kind);
/** Returns derived history without what it notes about left-out records. */
const figures = (pieces: readonly StretchSegment[]): unknown => stretchesOf(pieces);
const leftOut = (pieces: readonly StretchSegment[]): unknown[] =>
  wholeEpisodes(pieces)
    .filter(({ kind }) => kind === 'left-out')
    .map(({ note, figures }) => [note, figures['records']]);

const aDrive = (): Road => parked().drive(1200, 60).stand(1200);
/** A drive with something put in between its records. */
const with_ = (road: Road, ...extra: Partial<TripRecord>[]): TripRecord[] => [
  ...road.records,
  ...extra.map((part, i) => record({ id: 9000 + i, key: 9_000_001 + i * 256, speedKmh: 60, ...part })),
];

test('[BOOK-8] case 18: a spike moves nothing', () => {
  const road = aDrive();
  const time = START + 30.5 * 60_000;
  const history = reduceRecords(with_(road, { time, latitude: -22.5, speedKmh: 240 }));
  assert.deepEqual(figures(history), figures(reduceRecords(road.records)));
  assert.deepEqual(leftOut(history), [['spike', 1]]);
});

test('[BOOK-8] case 19: records elsewhere that agree are the truth, without a way between', () => {
  const road = parked().drive(1200, 60);
  const way = sumsOf(reduceRecords(road.records)).distanceM;
  road.pass(60, 111_000).put({ speedKmh: 0 }).stand(600);
  const history = reduceRecords(road.records);
  assert.deepEqual(kinds(history), ['stop', 'trip', 'silence', 'stop']);
  const [, trip, silence] = stretchesOf(history);
  assert.equal(trip?.ended, 'jump');
  assert.equal(silence?.sums.gapM, 0);
  assert.equal(sumsOf(history).distanceM, way);
  assert.deepEqual(leftOut(history), []);
});

test('[BOOK-8] cases 20 and 21: nowhere, a clock ahead and a poor fix are left out, each with its reason', () => {
  const road = aDrive();
  const during = START + 30.5 * 60_000;
  const ahead = START + 23 * 3_600_000;
  const history = reduceRecords(
    with_(
      road,
      { time: during, latitude: 0, longitude: 0 },
      { time: during + 1000, isApproximate: true },
      { time: during + 2000, valid: false },
      { time: during + 3000, hdop: 9 },
      { time: during + 4000, satellites: 2 },
      { time: ahead, serverTime: START },
    ),
  );
  assert.deepEqual(figures(history), figures(reduceRecords(road.records)));
  assert.deepEqual(leftOut(history), [
    ['nowhere', 1],
    ['approximate', 1],
    ['noFix', 1],
    ['poorFix', 2],
    ['clockAhead', 1],
  ]);
  const uncounted = road.records.map((one) => ({ ...one, satellites: 0 }));
  assert.deepEqual(figures(reduceRecords(uncounted)), figures(reduceRecords(road.records)));
});

test('[BOOK-9] case 22: a dead ignition wire does not hide a trip', () => {
  const road = new Road()
    .setFields({ ignition: false })
    .put({ speedKmh: 0 })
    .stand(1200)
    .drive(1200, 60)
    .stand(240)
    .drive(600, 60)
    .stand(600);
  const history = reduceRecords(road.records);
  assert.deepEqual(kinds(history), ['stop', 'trip', 'stop']);
  const trip = stretchesOf(history)[1];
  assert.equal(trip?.began, 'towedOrWire');
  assert.equal(trip.ended, 'standing');
  assert.equal(trip.sums.distanceM, 30_000);
});

test('[BOOK-9] case 23: a towed vehicle drives without its engine', () => {
  const road = new Road()
    .setFields({ ignition: false, motion: true })
    .put({ speedKmh: 0 })
    .stand(1200)
    .drive(450, 40, 30)
    .stand(600);
  const history = reduceRecords(road.records);
  const trip = stretchesOf(history)[1];
  assert.equal(trip?.began, 'towedOrWire');
  assert.equal(trip.sums.distanceM, 5000);
  assert.equal(sumsOf(history).engineS, 0);
});

test('[BOOK-4] cases 25 and 35: in any order, and said twice, the same books', () => {
  const road = new Road().setFields({ ignition: true }).put({ speedKmh: 0 }).stand(30, 5).drive(295, 134, 5);
  const twin = road.records[20];
  assert.ok(twin);
  const records = [
    ...road.records,
    { ...twin, id: 999, key: twin.key + 1, longitude: twin.longitude + 1e-4 },
  ];
  const history = reduceRecords(records);
  assert.ok(sumsOf(history).distanceM > 10_980);
  assert.equal(sumsOf(history).engineS, 325);
  fc.assert(
    fc.property(
      fc.shuffledSubarray([...records, ...records], { minLength: records.length * 2 }),
      (shuffled) => {
        assert.deepEqual(reduceRecords(shuffled), history);
      },
    ),
    { numRuns: 30 },
  );
});

test('[BOOK-3] case 26: a late record in a silence splits it; alone it is no trip', () => {
  const road = parked()
    .drive(600, 60)
    .pass(12 * 3600, 30_000)
    .put({ speedKmh: 0 })
    .stand(1200);
  const latitude = (road.records[30]?.latitude ?? 0) + 5000 / 111_319.49;
  const history = reduceRecords(with_(road, { time: START + 6 * 3_600_000, latitude, speedKmh: 50 }));
  assert.deepEqual(kinds(history), ['stop', 'trip', 'silence', 'silence', 'stop']);
  assert.equal(sumsOf(history).gapM, 30_000);
  assert.equal(sumsOf(history).distanceM, 10_000);
});

test('[BOOK-3] cases 27 and 34: a buffer that fills a hole makes one trip of two, also across a restart', () => {
  const road = parked().drive(3600, 60).stand(1200);
  const isLate = ({ time }: TripRecord): boolean => time > START + 35 * 60_000 && time < START + 55 * 60_000;
  const before = reduceRecords(road.records.filter((one) => !isLate(one)));
  const after = reduceRecords(road.records);
  const tripsOf = (history: readonly StretchSegment[]) =>
    stretchesOf(history).filter(({ kind }) => kind === 'trip');
  assert.deepEqual([tripsOf(before).length, tripsOf(after).length], [2, 1]);
  assert.equal(compareKeys(tripsOf(before)[0]?.start ?? START_KEY, tripsOf(after)[0]?.start ?? START_KEY), 0);
  assert.equal(sumsOf(before).distanceM + sumsOf(before).gapM, sumsOf(after).distanceM);
  let reducer = TripReducer.start(DEFAULT_TRIP_SETTINGS);
  const pieces: StretchSegment[] = [];
  for (const one of road.records) {
    reducer = TripReducer.from(reducer.state(), DEFAULT_TRIP_SETTINGS);
    reducer.add(one);
    pieces.push(...reducer.take());
  }
  assert.deepEqual([...pieces, ...reducer.open()], after);
});
const START_KEY = { time: 0, deviceTime: 0, key: 0 };

/** A drive with an odometer reading in each record. */
const measured = (odometerM: (metres: number, i: number) => number): TripRecord[] => {
  const road = parked().drive(1200, 60).stand(1200);
  return road.records.map((one, i) => ({
    ...one,
    odometerM: odometerM((one.latitude + 23.5) * 111_319.49, i),
  }));
};

test('[BOOK-10] distance is the odometer’s, and adds up to its difference', () => {
  const history = reduceRecords(measured((m) => Math.round(5_000_000 + m * 1.05)));
  assert.equal(sumsOf(history).distanceM, 21_000);
  const trip = stretchesOf(history)[1];
  assert.equal((trip?.odometer?.endM ?? 0) - (trip?.odometer?.startM ?? 0), 21_000);
});

test('[BOOK-10] case 28: an odometer that begins anew makes no negative way', () => {
  const history = reduceRecords(measured((m, i) => (i < 30 ? 100_000 + Math.round(m) : 120 + Math.round(m))));
  assert.equal(sumsOf(history).distanceM, 20_000);
  assert.deepEqual(
    wholeEpisodes(history).map(({ kind, figures }) => [kind, Object.keys(figures)]),
    [['odometerReset', ['beforeM', 'afterM']]],
  );
});

test('[BOOK-10] an odometer that stands still while the vehicle drives is not believed', () => {
  assert.equal(sumsOf(reduceRecords(measured(() => 77_000))).distanceM, 20_000);
});

test('[BOOK-10] case 29: an engine count that leaps is not believed', () => {
  const road = new Road().setFields({ ignition: true }).put({ speedKmh: 0 }).stand(600).drive(600, 50);
  const counted = (leapAt: number): TripRecord[] =>
    road.records.map((one, i) => ({ ...one, engineMs: one.time - START + (i >= leapAt ? 86_400_000 : 0) }));
  assert.equal(sumsOf(reduceRecords(counted(99))).engineS, 1200);
  assert.equal(sumsOf(reduceRecords(counted(10))).engineS, 1200);
});

test('[BOOK-11] case 31: a tracker’s own flag supports what its speed says, or leads', () => {
  const road = (facts: (i: number) => Partial<TripRecord>): TripRecord[] =>
    parked()
      .drive(1200, 60)
      .stand(1200)
      .records.map((one, i) => ({ ...one, ...facts(i) }));
  // Three minutes later than the speed, both times.
  const flagged = road((i) => ({ onTrip: i >= 24 && i < 44 }));
  const times = (trackerFlags: 'off' | 'support' | 'lead') =>
    stretchesOf(reduceRecords(flagged, settingsWith({ trackerFlags })))
      .filter(({ kind }) => kind === 'trip')
      .map(({ start, end, began, ended }) => [
        (start.time - START) / 60_000,
        (end.time - START) / 60_000,
        began,
        ended,
      ]);
  assert.deepEqual(times('off'), [[20, 41, 'speed', 'standing']]);
  assert.deepEqual(times('support'), [[20, 41, 'speed', 'trackerFlag']]);
  assert.deepEqual(times('lead'), [[24, 44, 'trackerFlag', 'trackerFlag']]);
});
