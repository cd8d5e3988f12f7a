import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { reduceRecords, Road, settingsWith } from '../../test/trips.ts';
import { drives, recordsOf, rules } from '../../test/random-drives.ts';
import { TripReducer } from './trip-reducer.ts';
import type { StretchSegment, Episode } from './stretch-segment.ts';
import { compareKeys, type TripRecord } from './trip-record.ts';
import { DEFAULT_TRIP_SETTINGS, type TripSettings } from './trip-settings.ts';
import { eachQuarter, sumsOf } from './day-sums.ts';
import { addSums, NO_SUMS } from './piece-sums.ts';
import { wholeEpisodes } from './stretches.ts';

const reduce = (
  records: readonly TripRecord[],
  settings: TripSettings = DEFAULT_TRIP_SETTINGS,
): { pieces: StretchSegment[]; state: string; open: readonly StretchSegment[] } => {
  const whole = TripReducer.start(settings);
  for (const one of records) whole.add(one);
  return { pieces: whole.take(), state: whole.state(), open: whole.open() };
};

test('[BOOK-1] a fold that goes on from the text of its state makes the same books, wherever it is cut', () => {
  fc.assert(
    fc.property(drives, rules, (steps, settings) => {
      const records = recordsOf(steps);
      const whole = reduce(records, settings);
      let part = TripReducer.start(settings);
      const pieces: StretchSegment[] = [];
      for (const one of records) {
        part = TripReducer.from(part.state(), settings);
        part.open();
        part.add(one);
        pieces.push(...part.take());
      }
      assert.deepEqual(pieces, whole.pieces);
      assert.equal(part.state(), whole.state);
      assert.deepEqual(part.open(), whole.open);
    }),
    { numRuns: 150 },
  );
});

const startOf = ({ kind, since }: Episode): string => `${kind} ${since.time} ${since.key}`;

test('[BOOK-2] every moment is moving, standing or silent; pieces and their quarters add up to the same', () => {
  fc.assert(
    fc.property(drives, rules, (steps, settings) => {
      const records = recordsOf(steps);
      const { pieces, open } = reduce(records, settings);
      const all = [...pieces, ...open];
      const used = records.filter(({ valid }) => valid || settings.logic !== 'rastro');
      for (const [i, piece] of all.entries()) {
        assert.equal(compareKeys(piece.start, all[i - 1]?.end ?? piece.start), 0);
        let quarters = NO_SUMS;
        eachQuarter(piece.quarters, (_, sums) => (quarters = addSums(quarters, sums)));
        assert.deepEqual(quarters, piece.sums);
      }
      const sums = sumsOf(all);
      const end = all.at(-1)?.end.time ?? 0;
      const start = all[0]?.start.time ?? 0;
      assert.equal(
        sums.movingS + sums.stoppedS + sums.gapS,
        Math.floor(end / 1000) - Math.floor(start / 1000),
      );
      assert.ok(sums.records <= used.length);
      assert.ok(sums.idleS <= sums.engineS);
      // An episode that continues ends some time, or is under way at the end.
      const isUnderWay = (episode: Episode): boolean =>
        compareKeys(episode.end, all.at(-1)?.end ?? episode.end) === 0 ||
        open.some(({ episodes }) => episodes.some((part) => startOf(part) === startOf(episode)));
      for (const episode of wholeEpisodes(all)) assert.ok(!episode.goesOn || isUnderWay(episode));
    }),
    { numRuns: 300 },
  );
});

/** As the tracker updates history: from the last piece before the late record on, until a state equals a stored one. */
function bringUpToDate(
  stored: readonly StretchSegment[],
  records: readonly TripRecord[],
  late: TripRecord,
  settings: TripSettings = DEFAULT_TRIP_SETTINGS,
) {
  const from = stored.findLastIndex(({ decidedAt }) => compareKeys(decidedAt, late) < 0);
  const base = stored[from];
  const again = base ? TripReducer.from(base.state, settings) : TripReducer.start(settings);
  const made: StretchSegment[] = [];
  let folded = 0;
  for (const one of records) {
    if (base && compareKeys(one, base.decidedAt) <= 0) continue;
    again.add(one);
    folded++;
    made.push(...again.take());
    const last = made.at(-1);
    if (!last || compareKeys(last.decidedAt, late) <= 0) continue;
    const same = stored.findLastIndex(
      (p) => compareKeys(p.decidedAt, last.decidedAt) === 0 && p.state === last.state,
    );
    if (same >= 0)
      return { pieces: [...stored.slice(0, from + 1), ...made, ...stored.slice(same + 1)], folded };
  }
  return { pieces: [...stored.slice(0, from + 1), ...made], folded };
}

test('[BOOK-2] pieces and parts are told apart by kind, start and end', () => {
  fc.assert(
    fc.property(drives, rules, (steps, settings) => {
      const { pieces } = reduce(recordsOf(steps), settings);
      const parts = pieces.flatMap(({ episodes }) => episodes);
      for (const all of [pieces, parts]) {
        const names = all.map((one) =>
          [
            one.kind,
            one.start.time,
            one.start.key,
            one.end.time,
            one.end.key,
            'geofenceId' in one && one.geofenceId,
          ].join(),
        );
        assert.equal(new Set(names).size, names.length);
      }
    }),
    { numRuns: 300 },
  );
});

test('[BOOK-3] records that repeat a fix cut a stretch once: no two pieces are of the same records', () => {
  // A tracker that lost its fix while driving, and reports its status on; the second of one start in so many cuts.
  for (let offsetS = 0; offsetS < 256; offsetS++) {
    const road = new Road().drive(1200, 60);
    const records = road.records.map((one) => ({ ...one, time: one.time + offsetS * 1000, deviceTime: 0 }));
    const last = records.at(-1);
    assert.ok(last);
    const again = Array.from({ length: 5 }, (_, i) => ({ ...last, key: 7, deviceTime: (i + 1) * 60_000 }));
    const { pieces } = reduce([...records, ...again]);
    const places = pieces.map(({ kind, start, end }) =>
      [kind, start.time, end.time, start.key, end.key].join(),
    );
    assert.equal(new Set(places).size, places.length);
  }
});

test('[BOOK-2] records that repeat a fix between two silences make one part at most', () => {
  const day = 86_400;
  const road = new Road().drive(600, 60).pass(day, 2800).put({ speedKmh: 0, motion: false, engineMs: 1000 });
  const [fix] = road.records.slice(-1);
  assert.ok(fix);
  road.put({ ...fix, engineMs: 11_000, deviceTime: fix.deviceTime + 10_000 });
  road.pass(day, 6000).put({ speedKmh: 38, motion: true, engineMs: 300_000 });
  const parts = reduce(road.records).pieces.flatMap(({ episodes }) => episodes);
  const places = parts.map(({ kind, start, end }) => [kind, start.time, end.time, start.key, end.key].join());
  assert.equal(new Set(places).size, places.length, places.join('; '));
});

test('[BOOK-3] a late record changes the books around it; soon they go on as they were', () => {
  fc.assert(
    fc.property(drives, fc.nat(), rules, (steps, where, settings) => {
      const records = recordsOf(steps);
      const late = records[where % records.length];
      assert.ok(late);
      const before = reduce(
        records.filter((one) => one !== late),
        settings,
      ).pieces;
      const { pieces } = bringUpToDate(before, records, late, settings);
      assert.deepEqual(pieces, reduce(records, settings).pieces);
    }),
    { numRuns: 300 },
  );
});

test('[BOOK-3] in forty long drives a late record is folded in with few others', () => {
  let most = 0;
  let all = 0;
  const random = fc.sample(fc.nat(1_000_000), { numRuns: 40, seed: 7 });
  for (const seed of random) {
    let x = seed + 1;
    const next = (below: number): number => (x = (x * 48_271) % 2_147_483_647) % below;
    const road = new Road();
    for (let leg = 0; leg < 12; leg++) {
      road.setFields({ driver: ['ana', 'rui'][next(2)] ?? null, geofenceIds: [1 + next(3)], ignition: true });
      road
        .drive(60 * (5 + next(90)), 20 + next(70), 15)
        .setFields({ ignition: false })
        .stand(60 * (5 + next(900)));
      if (next(4) === 0) road.pass(3600 * (1 + next(10)), next(2) * 4000).put({ speedKmh: 0 });
      for (let beat = next(2) * 200; beat > 0; beat--) road.pass(900).put({ speedKmh: 0 });
    }
    const records = road.records.map((one, i) => ({
      ...one,
      key: next(1_000_000),
      fuelL: 300 - (i % 600) / 3 + next(20) / 10,
      odometerM: i * 100,
    }));
    const late = records[Math.floor(records.length / 3) + next(200)];
    assert.ok(late);
    const settings = settingsWith({ tankL: 400 });
    const before = reduce(
      records.filter((one) => one !== late),
      settings,
    ).pieces;
    const { pieces, folded } = bringUpToDate(before, records, late, settings);
    assert.deepEqual(pieces, reduce(records, settings).pieces);
    most = Math.max(most, folded);
    all += folded;
  }
  assert.ok(most < 1000, `at most ${most} records were folded again`);
  assert.ok(all / 40 < 400, `${all / 40} records were folded again on average`);
});

test('[BOOK-4] a record that was folded changes nothing, one before it is refused', () => {
  const { records } = new Road().put({ speedKmh: 0 }).stand(600);
  const twice = TripReducer.start(DEFAULT_TRIP_SETTINGS);
  for (const one of records) {
    twice.add(one);
    twice.add(one);
  }
  assert.equal(twice.state(), reduce(records).state);
  const first = records[0];
  assert.ok(first);
  assert.throws(() => twice.add(first), /before one that was folded/);
  assert.equal(reduceRecords([]).length, 0);
});
