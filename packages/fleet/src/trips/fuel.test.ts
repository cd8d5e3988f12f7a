import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reduceRecords, Road, settingsWith } from '../../test/trips.ts';
import type { Episode } from './stretch-segment.ts';
import type { TripRecord } from './trip-record.ts';
import type { TripSettings } from './trip-settings.ts';
import { sumsOf } from './day-sums.ts';
import { wholeEpisodes } from './stretches.ts';

// The numbers of the cases are those of docs/reference/history-and-reports.md §3.2; a tank of 400 l, a sample a minute.

const TANK = settingsWith({ tankL: 400 });

/** A simulated vehicle with a tank; each minute reports its level, with reproducible noise. */
class Tank {
  readonly road = new Road();
  litres: number;
  #x = 4711;
  readonly #sdL: number;

  constructor(litres: number, sdL = 0.4) {
    this.litres = litres;
    this.#sdL = sdL;
    this.road.setFields({ ignition: false });
    this.#put(0);
  }

  get records(): readonly TripRecord[] {
    return this.road.records;
  }

  stand(minutes: number, litresPerMinute = 0): this {
    for (let i = 0; i < minutes; i++) this.#next(0, litresPerMinute);
    return this;
  }

  drive(minutes: number, litresPerMinute: number): this {
    this.road.setFields({ ignition: true });
    for (let i = 0; i < minutes; i++) this.#next(60, litresPerMinute);
    this.road.setFields({ ignition: false });
    return this;
  }

  /** One sample that is off by so much. */
  off(litres: number): this {
    this.litres += litres;
    this.#next(0, 0);
    this.litres -= litres;
    return this;
  }

  #next(kmh: number, litresPerMinute: number): void {
    this.litres -= litresPerMinute;
    this.road.pass(60, (kmh / 3.6) * 60);
    this.#put(kmh);
  }

  #put(speedKmh: number): void {
    this.road.put({ speedKmh, fuelL: this.litres + this.#sdL * this.#normal() });
  }

  #normal(): number {
    const uniform = (): number => (this.#x = (this.#x * 48_271) % 2_147_483_647) / 2_147_483_647;
    return Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
  }
}

const changes = (records: readonly TripRecord[], settings: TripSettings = TANK): Episode[] =>
  wholeEpisodes(reduceRecords(records, settings)).filter(({ kind }) =>
    ['fill', 'drain', 'levelSpike'].includes(kind),
  );
const kinds = (records: readonly TripRecord[], settings?: TripSettings): string[] =>
  changes(records, settings).map(({ kind }) => kind);
const litresOf = (episode: Episode | undefined): number => episode?.figures['litres'] ?? 0;
const near = (actual: number, expected: number, within: number): void =>
  assert.ok(Math.abs(actual - expected) <= within, `${actual} is not ${expected} ± ${within}`);
const used = (records: readonly TripRecord[], settings = TANK): number =>
  sumsOf(reduceRecords(records, settings)).fuelMl / 1000;

test('[BOOK-18] case 1: what a drive uses is what the level falls, whatever it swings', () => {
  const tank = new Tank(200, 5).stand(20).drive(120, 0.5).stand(20);
  assert.deepEqual(kinds(tank.records), []);
  near(used(tank.records), 60, 5);
});

test('[BOOK-18] case 2: five rising records are one fill', () => {
  const tank = new Tank(100).drive(30, 0.5).stand(3).stand(5, -50).stand(30);
  const [fill, ...none] = changes(tank.records);
  assert.deepEqual([fill?.kind, none.length], ['fill', 0]);
  near(litresOf(fill), 250, 3);
  const sums = sumsOf(reduceRecords(tank.records, TANK));
  near(sums.filledMl / 1000, 250, 3);
  near(sums.fuelMl / 1000, 15, 3);
  // From the last record before to the last that rose.
  assert.deepEqual(
    [fill?.start.time, fill?.end.time].map((time) => ((time ?? 0) - (tank.records[0]?.time ?? 0)) / 60_000),
    [33, 38],
  );
});

test('[BOOK-18] case 3: a quick fall of a parked vehicle is a drain', () => {
  const tank = new Tank(200).stand(30).stand(4, 7.5).stand(40);
  const [drain, ...none] = changes(tank.records);
  assert.deepEqual([drain?.kind, none.length], ['drain', 0]);
  near(litresOf(drain), 30, 2);
  near(sumsOf(reduceRecords(tank.records, TANK)).drainedMl / 1000, 30, 2);
  near(used(tank.records), 0, 1);
});

test('[BOOK-18] case 3: siphoned slowly, too', () => {
  const tank = new Tank(200).stand(30).stand(60, 0.5).stand(60);
  assert.deepEqual(kinds(tank.records), ['drain']);
});

test('[BOOK-18] case 4: one record that is off is nothing', () => {
  assert.deepEqual(kinds(new Tank(200).stand(30).off(40).stand(40).records), []);
});

test('[BOOK-18] case 5: a level that comes back never left', () => {
  const tank = new Tank(200).stand(30).stand(1, 18).stand(11).stand(1, -18).stand(40);
  assert.deepEqual(kinds(tank.records), ['levelSpike']);
  assert.equal(sumsOf(reduceRecords(tank.records, TANK)).drainedMl, 0);
});

test('[BOOK-18] case 6: a fill in a silence is told with the first record after', () => {
  const tank = new Tank(100).drive(30, 0.2).stand(20);
  tank.road.pass(3 * 3600);
  tank.litres += 200;
  tank.stand(30);
  const [fill, ...none] = changes(tank.records);
  assert.deepEqual([fill?.kind, none.length], ['fill', 0]);
  near(litresOf(fill), 200, 3);
  near(((fill?.end.time ?? 0) - (fill?.start.time ?? 0)) / 60_000, 181, 1);
});

test('[BOOK-18] case 7: two fills within five minutes are one', () => {
  const twice = (apart: number): Tank =>
    new Tank(100)
      .stand(30)
      .stand(1, -30)
      .stand(apart - 1)
      .stand(1, -30)
      .stand(40);
  assert.deepEqual(changes(twice(4).records).map(litresOf).map(Math.round), [60]);
  assert.deepEqual(
    changes(twice(6).records).map((fill) => Math.round(litresOf(fill) / 10) * 10),
    [30, 30],
  );
});

test('[BOOK-18] case 8: what is filled up again was used', () => {
  const tank = new Tank(200).stand(20).drive(120, 0.5).stand(20).stand(1, -60).stand(40);
  near(used(tank.records), 60, 2);
  near(sumsOf(reduceRecords(tank.records, TANK)).filledMl / 1000, 60, 2);
});

/** Sources of the sums of the pieces. */
const sourcesOf = (records: readonly TripRecord[], settings: TripSettings): unknown[] => [
  ...new Set(reduceRecords(records, settings).map(({ fuelBy }) => fuelBy)),
];

/** The same levels in percent of a tank. */
const inPercent = (records: readonly TripRecord[], ofL: number): TripRecord[] =>
  records.map((one) => ({ ...one, fuelL: null, fuelPercent: ((one.fuelL ?? 0) / ofL) * 100 }));

test('[BOOK-18] case 9: percent of a tank are litres; without a tank they stay percent', () => {
  const tank = new Tank(30, 0.05).stand(30).stand(1, -21).stand(40);
  const records = inPercent(tank.records, 60);
  near(litresOf(changes(records, settingsWith({ tankL: 60 }))[0]), 21, 0.5);
  const [fill] = changes(records, settingsWith({}));
  assert.deepEqual(Object.keys(fill?.figures ?? {}), ['beforePercent', 'afterPercent']);
  near(fill?.figures['afterPercent'] ?? 0, 85, 1);
  assert.equal(sumsOf(reduceRecords(records, settingsWith({}))).filledMl, 0);
});

test('[BOOK-18] case 10: the engine’s own count comes before the level; one that begins anew counts nothing', () => {
  const tank = new Tank(200, 5).stand(20).drive(120, 0.5).stand(20);
  const counted = tank.records.map((one, i) => ({
    ...one,
    fuelUsedL: i < 80 ? 5000 + i * 0.5 : (i - 80) * 0.5,
  }));
  near(used(counted), (tank.records.length - 2) * 0.5, 0.01);
  assert.deepEqual([sourcesOf(counted, TANK), sourcesOf(tank.records, TANK)], [['counter'], ['level']]);
});

test('[BOOK-18] case 11: a generator that runs where it stands drains nothing', () => {
  const tank = new Tank(200).stand(20);
  tank.road.setFields({ ignition: true });
  tank.stand(300, 3 / 60);
  assert.deepEqual(kinds(tank.records), []);
  near(used(tank.records), 15, 1.5);
});

test('[BOOK-18] case 12: the smallest drain is a setting', () => {
  const tank = new Tank(200).stand(30).stand(1, 9).stand(40);
  assert.deepEqual(kinds(tank.records), []);
  assert.deepEqual(kinds(tank.records, settingsWith({ tankL: 400, minDrainL: 5 })), ['drain']);
});

test('[BOOK-18] case 13: late samples turn one drain into a drain and a fill', () => {
  const tank = new Tank(200).stand(30).stand(1, 60).stand(40).stand(1, -30).stand(40);
  const late = tank.records.slice(31, 72);
  assert.deepEqual(
    changes(tank.records.filter((one) => !late.includes(one)))
      .map(litresOf)
      .map(Math.round),
    [30],
  );
  assert.deepEqual(kinds(tank.records), ['drain', 'fill']);
});

test('[BOOK-18] case 14: without a sensor it is what such a vehicle uses', () => {
  const road = new Road()
    .setFields({ ignition: false })
    .put({ speedKmh: 0 })
    .stand(1200)
    .setFields({ ignition: true });
  road
    .pass(60)
    .put({ speedKmh: 0 })
    .stand(40 * 60)
    .drive(250 * 60, 60)
    .setFields({ ignition: false })
    .stand(1200);
  const litres = used(road.records, settingsWith({ litresPer100Km: 12 }));
  near(litres, 31, 0.1);
  assert.deepEqual(sourcesOf(road.records, settingsWith({ litresPer100Km: 12 })), ['rate']);
  assert.deepEqual(sourcesOf(road.records, settingsWith({})), [null]);
});

test('[BOOK-18] case 15: two fills are two, each at its own time', () => {
  const tank = new Tank(100).stand(30).stand(1, -60).stand(120).stand(1, -60).stand(40);
  const [first, second] = changes(tank.records);
  assert.equal(((second?.end.time ?? 0) - (first?.end.time ?? 0)) / 60_000, 121);
});

test('[BOOK-18] a sender without power tells nothing', () => {
  const tank = new Tank(200).stand(30);
  const records = tank.stand(60).records.map((one, i) => (i > 20 && i < 70 ? { ...one, fuelL: 0 } : one));
  assert.deepEqual(kinds(records), []);
});
