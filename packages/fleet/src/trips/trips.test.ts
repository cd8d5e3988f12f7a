import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reduceRecords, Road, settingsWith, START } from '../../test/trips.ts';
import type { TripRecord } from './trip-record.ts';
import { DEFAULT_TRIP_SETTINGS, type TripSettings } from './trip-settings.ts';
import { stretchesOf, type Stretch } from './stretches.ts';

// The numbers of the cases are those of docs/reference/history-and-reports.md §1.7.

const stretches = (road: { readonly records: readonly TripRecord[] }, settings?: TripSettings): Stretch[] =>
  stretchesOf(reduceRecords(road.records, settings));
const trips = (road: Road, settings?: TripSettings): Stretch[] =>
  stretches(road, settings).filter(({ kind }) => kind === 'trip');
const minutes = (time: number): number => (time - START) / 60_000;
/** From when to when, in minutes since the start, and why. */
const summaryOf = ({ start, end, began, ended }: Stretch): unknown[] => [
  minutes(start.time),
  minutes(end.time),
  began,
  ended,
];
const metres = (all: readonly Stretch[]): number => all.reduce((sum, one) => sum + one.sums.distanceM, 0);

/** Parked for long, with records as usual. */
const parked = (): Road => new Road().put({ speedKmh: 0 }).stand(1200);
/** In mid-drive. */
const driving = (every = 60): Road => parked().drive(1200, 60, every);

test('[BOOK-5] case 1: a trip is from the last record before it drives to the first that stands', () => {
  const all = stretches(parked().drive(1800, 50).stand(600));
  assert.deepEqual(all.map(summaryOf), [
    [0, 20, 'first', 'speed'],
    [20, 51, 'speed', 'standing'],
    [51, 60, 'standing', null],
  ]);
  assert.equal(all[1]?.sums.distanceM, 25_000);
});

const withKey = (): Road =>
  new Road()
    .setFields({ ignition: false })
    .put({ speedKmh: 0 })
    .stand(1140)
    .pass(60)
    .setFields({ ignition: true })
    .put({ speedKmh: 0 })
    .stand(240)
    .drive(1740, 50)
    .pass(60, 800)
    .setFields({ ignition: false })
    .put({ speedKmh: 0 })
    .stand(300);

test('[BOOK-5] case 2: the engine before the drive is idling, not driving; the key ends the trip', () => {
  const [trip] = trips(withKey());
  assert.ok(trip);
  assert.deepEqual(summaryOf(trip), [24, 54, 'speed', 'ignitionOff']);
  assert.equal(trip.engineOnAt, START + 20 * 60_000);
  assert.equal(trip.engineOffAt, START + 54 * 60_000);
  const all = stretches(withKey());
  assert.equal(
    all.reduce((sum, one) => sum + one.sums.engineS, 0),
    34 * 60,
  );
  assert.equal(
    all.reduce((sum, one) => sum + one.sums.idleS, 0),
    4 * 60,
  );
});

test('[BOOK-5] case 3: where trips begin with the ignition, it begins when the key was turned', () => {
  assert.deepEqual(trips(withKey(), settingsWith({ tripStart: 'ignition' })).map(summaryOf), [
    [20, 54, 'ignition', 'ignitionOff'],
  ]);
});

test('[BOOK-5] case 4: red lights do not end a trip', () => {
  const road = driving().stand(60).pass(30).drive(600, 50).stand(240).drive(600, 50);
  assert.equal(trips(road).length, 1);
});

test('[BOOK-5] case 5: five minutes of standing end a trip, a second less does not', () => {
  for (const [seconds, expected] of [
    [299, 1],
    [301, 2],
  ] as const) {
    const road = parked().drive(300, 60, 1).stand(seconds, 1).drive(300, 60, 1);
    assert.equal(trips(road).length, expected, `${seconds} s`);
  }
});

test('[BOOK-5] case 6: an ignition that is off for a moment ends nothing', () => {
  const road = new Road().setFields({ ignition: true }).put({ speedKmh: 0 }).stand(900).drive(1200, 50);
  road.pass(5).put({ ignition: false, speedKmh: 0 }).pass(20).put({ speedKmh: 0 }).drive(1200, 50);
  assert.equal(trips(road).length, 1);
});

test('[BOOK-5] case 7: an ignition that is off for more than a minute ends a trip', () => {
  const road = new Road().setFields({ ignition: true }).put({ speedKmh: 0 }).stand(900).drive(1200, 50);
  road.pass(5, 20).put({ ignition: false, speedKmh: 0 }).pass(75).put({ speedKmh: 0 }).drive(1200, 50);
  const all = stretches(road);
  assert.deepEqual(
    all.map(({ kind }) => kind),
    ['stop', 'trip', 'stop', 'trip'],
  );
  assert.equal(all[2]?.sums.stoppedS, 75);
});

test('[BOOK-6] case 8: a tracker that falls silent in mid-drive ends the trip; it stood where it wakes', () => {
  const road = driving()
    .pass(12 * 3600, 40)
    .put({ speedKmh: 0 })
    .stand(1200);
  const all = stretches(road);
  assert.deepEqual(all.map(summaryOf).slice(1), [
    [20, 40, 'speed', 'silence'],
    [40, 780, 'silence', null],
  ]);
  assert.equal(all[2]?.kind, 'stop');
  assert.equal(all[2].sums.quietS, 12 * 3600);
  assert.equal(all[2].sums.engineS, 0);
  assert.equal(all[2].sums.distanceM, 0);
});

test('[BOOK-6] case 9: a silence across 30 km is one of its own, with the crow’s way', () => {
  const all = stretches(
    driving()
      .pass(12 * 3600, 30_000)
      .put({ speedKmh: 0 })
      .stand(1200),
  );
  assert.deepEqual(
    all.map(({ kind }) => kind),
    ['stop', 'trip', 'silence', 'stop'],
  );
  const gap = all[2];
  assert.ok(gap);
  assert.equal(gap.sums.gapM, 30_000);
  assert.equal(gap.sums.gapS, 12 * 3600);
  assert.equal(metres(all), 20_000);
});

test('[BOOK-6] cases 10 and 11: with the ignition on, an hour of silence is driven through, more is not', () => {
  const road = (minutes: number): Road =>
    new Road()
      .setFields({ ignition: true })
      .put({ speedKmh: 0 })
      .stand(900)
      .drive(600, 60)
      .pass(minutes * 60, 59_000)
      .put({ speedKmh: 60 })
      .drive(600, 60);
  const [through, ...none] = trips(road(59));
  assert.equal(none.length, 0);
  assert.equal(through?.sums.distanceM, 79_000);
  const cut = stretches(road(61));
  assert.deepEqual(
    cut.map(({ kind }) => kind),
    ['stop', 'trip', 'silence', 'trip'],
  );
});

test('[BOOK-6] case 12: a hole in regular records that was crossed slowly ends a trip', () => {
  const road = (seconds: number): Road =>
    driving(15).pass(seconds, 300).put({ speedKmh: 60 }).drive(600, 60, 15);
  assert.equal(trips(road(89)).length, 1);
  assert.equal(trips(road(91)).length, 2);
  assert.equal(trips(road(91), settingsWith({ holeFactor: 0 })).length, 1);
  assert.equal(trips(road(91))[0]?.ended, 'hole');
});

test('[BOOK-6] case 13: a fast hole is a tunnel', () => {
  const [trip, ...none] = trips(driving(15).pass(240, 5000).put({ speedKmh: 60 }).drive(600, 60, 15));
  assert.equal(none.length, 0);
  assert.equal(trip?.sums.distanceM, 20_000 + 5000 + 10_000);
});

/** Scatter as of fixes, the same each time. */
function scattered(
  sdM: number,
  facts: Partial<TripRecord>,
  excursions: ReadonlyMap<number, number> = new Map(),
): Road {
  let x = 12_345;
  const uniform = (): number => (x = (x * 48_271) % 2_147_483_647) / 2_147_483_647;
  const normal = (): number => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
  const road = new Road().setFields(facts);
  for (let i = 0; i < 480; i++) {
    const away = excursions.get(i);
    road.metres = away ?? sdM * normal();
    road.put({ longitude: -46.6 + (away === undefined ? (sdM * normal()) / 102_000 : 0) }).pass(60);
  }
  return road;
}

test('[BOOK-6] what fell asleep on its way, before that was a trip, stood where it wakes', () => {
  const road = new Road().put().stand(1200).pass(60, 500);
  const records = road
    .put()
    .pass(7200)
    .put()
    .stand(1200)
    .records.map((one) => ({ ...one, speedKmh: null }));
  const all = stretches({ records });
  assert.deepEqual(
    all.map(({ kind, sums }) => [kind, sums.quietS]),
    [['stop', 7200]],
  );
});

test('[BOOK-7] case 14: parked with the ignition off, eight hours of drift make no metre', () => {
  const all = stretches(scattered(15, { speedKmh: 0, ignition: false }));
  assert.equal(all.length, 1);
  assert.equal(all[0]?.kind, 'stop');
  assert.equal(all[0].sums.distanceM + all[0].sums.shuffleM, 0);
});

test('[BOOK-7] case 15: single excursions of coordinates alone are no trip', () => {
  const excursions = new Map([60, 140, 220, 300, 380].map((at) => [at, 120]));
  const all = stretches(scattered(25, {}, excursions));
  assert.deepEqual(
    all.map(({ kind }) => kind),
    ['stop'],
  );
  assert.equal(metres(all), 0);
});

test('[BOOK-7] case 16: one record away is none, two in a row are a trip: coordinates cannot tell more', () => {
  const quiet = (excursions: ReadonlyMap<number, number>): Road => scattered(1, {}, excursions);
  assert.equal(metres(stretches(quiet(new Map([[100, 160]])))), 0);
  const both = stretches(
    quiet(
      new Map([
        [100, 160],
        [101, 165],
      ]),
    ),
  );
  assert.equal(both.filter(({ kind }) => kind === 'trip').length, 1);
});

test('[BOOK-7] case 17: a shuffle in the yard is no trip; its metres are kept apart', () => {
  const road = new Road()
    .setFields({ ignition: false })
    .put({ speedKmh: 0 })
    .stand(1200)
    .setFields({ ignition: true });
  road
    .pass(60)
    .put({ speedKmh: 0 })
    .drive(20, 8.1, 5)
    .stand(160, 20)
    .setFields({ ignition: false })
    .stand(1200);
  const all = stretches(road);
  assert.deepEqual(
    all.map(({ kind }) => kind),
    ['stop'],
  );
  assert.equal(all[0]?.sums.shuffleM, 45);
  assert.equal(all[0].sums.engineS, 240);
});

test('[BOOK-7] case 24: an accelerometer alone starts no trip', () => {
  const road = new Road()
    .setFields({ motion: true })
    .put({ speedKmh: 0 })
    .stand(8 * 3600);
  assert.equal(trips(road).length, 0);
});

test('[BOOK-5] case 32: a jam is one trip', () => {
  const road = driving();
  for (let i = 0; i < 20; i++) road.drive(60, 5 + (i % 3));
  assert.equal(trips(road.drive(600, 50)).length, 1);
});

test('[BOOK-5] case 33: another setting makes other books, the former one the former books', () => {
  const road = driving().stand(60).drive(600, 50).stand(240).drive(600, 50);
  const before = reduceRecords(road.records);
  assert.equal(trips(road, settingsWith({ minStopS: 120 })).length, 2);
  assert.deepEqual(reduceRecords(road.records, { ...DEFAULT_TRIP_SETTINGS }), before);
});

test('[BOOK-5] a place is as large as the fix is vague', () => {
  const road = driving().stand(60);
  for (const away of [100, -100, 100, -100, 100, 0]) road.pass(60, away).put({ speedKmh: 0, accuracy: 70 });
  assert.equal(trips(road)[0]?.ended, 'standing');
});

test('[BOOK-5] the tracker that the key woke was driving since it woke', () => {
  const all = stretches(parked().pass(7200).put({ speedKmh: 0 }).stand(300).drive(1200, 50));
  assert.deepEqual(all.map(summaryOf), [
    [0, 140, 'first', 'woke'],
    [140, 165, 'woke', null],
  ]);
});

test('[BOOK-5] speed 0 of a tracker that sends none is no speed', () => {
  const road = parked();
  for (let i = 0; i < 20; i++) road.pass(60, 600).put({ speedKmh: 0 });
  assert.equal(trips(road)[0]?.sums.distanceM, 12_000);
});
