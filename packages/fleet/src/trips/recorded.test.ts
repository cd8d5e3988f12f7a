import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { OWN_TRACKS, withoutReference } from '../../../../tools/reference.ts';
import { kilometresOf, RAW, REFERENCE_SETS, scoresOf, type Score } from '../../test/recorded.ts';

/** Settings that `bench/trips-tuning` chooses from one half of each set, without the other. */
const CHOSEN_BY = {
  oneHalf: {
    startSpeedKmh: 4,
    stopSpeedKmh: 1,
    minStopS: 600,
    standRadiusM: 30,
    minTripM: 20,
    minTripCoordsOnlyM: 50,
    holeFactor: 3,
    holeMinS: 60,
    holeSpeedKmh: 40,
    wakeS: 900,
  },
  otherHalf: {
    startSpeedKmh: 4,
    stopSpeedKmh: 1,
    minStopS: 420,
    standRadiusM: 30,
    minTripM: 20,
    minTripCoordsOnlyM: 50,
    holeFactor: 3,
    holeMinS: 60,
    holeSpeedKmh: 30,
    wakeS: 600,
  },
} as const;

const SETS = [OWN_TRACKS, ...REFERENCE_SETS] as const;

for (const set of SETS)
  describe(set, { skip: set !== OWN_TRACKS && withoutReference }, () => {
    test(`[BOOK-13] ${set}: 95 of 100 starts and of ends are the source's, within two minutes`, () => {
      const { all } = scoresOf(set);
      assert.ok(all.starts >= 95, `starts ${all.starts} %`);
      assert.ok(all.ends >= 95, `ends ${all.ends} %`);
    });

    test(`[BOOK-13] ${set}: so it is where each half is told by settings that only the other half chose`, () => {
      const halves: readonly Score[] = [
        scoresOf(set, CHOSEN_BY.oneHalf).otherHalf,
        scoresOf(set, CHOSEN_BY.otherHalf).oneHalf,
      ];
      const trips = halves.reduce((sum, half) => sum + half.trips, 0);
      const share = (of: (half: Score) => number): number =>
        halves.reduce((sum, half) => sum + (of(half) * half.trips) / trips, 0);
      const [starts, ends] = [share((half) => half.starts), share((half) => half.ends)];
      assert.ok(starts >= 95, `starts ${starts} %`);
      assert.ok(ends >= 95, `ends ${ends} %`);
    });

    test(`[BOOK-13] ${set}: so it is with an ignition that tells`, () => {
      const { all } = scoresOf(set, { tripStart: 'ignition' }, true);
      assert.ok(all.starts >= 95, `starts ${all.starts} %`);
      assert.ok(all.ends >= 95, `ends ${all.ends} %`);
    });

    test(`[BOOK-13] ${set}: kilometres are the source's, within one percent`, () => {
      const { books, source } = kilometresOf(set);
      assert.ok(Math.abs(books - source) < source / 100, `${books} of ${source} km`);
    });
  });

test(
  '[BOOK-8] spikes of a recorded fleet are taken out: kilometres as where they never were',
  { skip: withoutReference },
  () => {
    const { books, source } = kilometresOf(RAW);
    const clean = kilometresOf(REFERENCE_SETS[0]);
    assert.ok(source > clean.source * 1.05);
    assert.ok(Math.abs(books - clean.books) < clean.books / 100, `${books} of ${clean.books} km`);
  },
);
