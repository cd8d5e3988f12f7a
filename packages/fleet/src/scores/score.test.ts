import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { NO_TOTALS } from '../totals/totals.ts';
import { medianScore, scoreOf, type ScoredSums } from './score.ts';
import { DEFAULT_SCORE_SETTINGS, SCORE_KINDS } from './score-settings.ts';

const HOUR = 3_600_000;
/** 500 km in ten hours, harsh driving known on all of it. */
const CALM: ScoredSums = {
  ...NO_TOTALS,
  distance: 500_000,
  moving: 10 * HOUR,
  engineHours: 11 * HOUR,
  watched: 500_000,
  limited: 10 * HOUR,
  timed: 500_000,
};
const upTo = (max: number) => fc.integer({ min: 0, max });
const sums: fc.Arbitrary<ScoredSums> = fc
  .record({
    distance: upTo(5_000_000),
    moving: upTo(100 * HOUR),
    idle: upTo(20 * HOUR),
    over10: upTo(HOUR),
    over20: upTo(HOUR),
    over50: upTo(HOUR),
    overMore: upTo(HOUR),
    night: upTo(10 * HOUR),
    brakings: upTo(200),
    severeBrakings: upTo(50),
    cornerings: upTo(200),
    accelerations: upTo(200),
    beltAlarms: upTo(20),
    longDrives: upTo(5),
    watchedShare: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .map(({ watchedShare, ...some }) => ({
    ...NO_TOTALS,
    ...some,
    engineHours: some.moving + some.idle,
    watched: Math.floor(some.distance * watchedShare),
    limited: some.moving,
    timed: some.distance,
  }));

test('[SCORE-1] a score is 100 without any event; each kind costs, up to its weight', () => {
  assert.deepEqual([scoreOf(CALM).points, scoreOf(CALM).isRanked], [100, true]);
  const braked = scoreOf({ ...CALM, brakings: 30 });
  const part = braked.parts.find(({ kind }) => kind === 'braking');
  assert.equal(part?.rate, 6, 'at its half value');
  assert.equal(part.lost, Math.round(part.weight * 5) / 10);
  assert.ok(scoreOf({ ...CALM, brakings: 29, severeBrakings: 1 }).points! < braked.points!);
});

test('[SCORE-2] parts add up to the score, to the last tenth, and it stays between 0 and 100', () => {
  fc.assert(
    fc.property(sums, (some) => {
      const { points, low, high, parts } = scoreOf(some);
      const lost = Math.round(parts.reduce((sum, part) => sum + part.lost * 10, 0));
      assert.ok(parts.every((part) => part.lost >= 0 && part.lost <= part.weight + 0.1));
      if (points === null) return;
      assert.equal(Math.round(points * 10), 1000 - lost);
      assert.ok(points >= 0 && points <= 100);
      assert.ok(low !== null && high !== null && low <= points && points <= high);
    }),
  );
});

test('[SCORE-3] one more event never raises a score, and costs less than the one before it', () => {
  fc.assert(
    fc.property(sums, (some) => {
      const of = (more: number): number =>
        scoreOf({
          ...some,
          distance: 1_000_000,
          watched: 900_000,
          moving: 20 * HOUR,
          brakings: some.brakings + more,
        }).points ?? NaN;
      assert.ok(of(5) <= of(0) && of(10) <= of(5));
      const far = { ...some, distance: 1_000_000, moving: 20 * HOUR, beltAlarms: 0 };
      const first = scoreOf({ ...far, beltAlarms: 1 }).points ?? NaN;
      assert.ok(first <= (scoreOf(far).points ?? NaN), 'nor does the first alarm that a tracker reports');
      assert.ok(of(0) - of(5) >= of(5) - of(10) - 0.2);
    }),
  );
});

test('[SCORE-4] what a tracker cannot show is absent, and its weight is that of the others', () => {
  const { parts, points } = scoreOf({ ...CALM, watched: 10_000, engineHours: 0 });
  const absent = parts.filter(({ rate }) => rate === null).map(({ kind }) => kind);
  assert.deepEqual(absent, ['braking', 'cornering', 'acceleration', 'idling', 'belt', 'phone']);
  assert.ok(Math.abs(parts.reduce((sum, { weight }) => sum + weight, 0) - 100) < 1e-9);
  assert.equal(points, 100);
  const belt = scoreOf({ ...CALM, beltAlarms: 5 }).parts.find(({ kind }) => kind === 'belt');
  assert.equal(belt?.rate, 1);
  const bare = scoreOf({ ...CALM, limited: 0, timed: 0 }).parts;
  const unknown = bare.filter(({ rate }) => rate === null).map(({ kind }) => kind);
  assert.deepEqual(
    unknown,
    ['speeding', 'offHours', 'belt', 'phone'],
    'without a limit, without hours of work',
  );
});

test('[SCORE-5] after a short distance or time there is no score, and no rank before three hundred kilometers', () => {
  assert.equal(scoreOf({ ...CALM, distance: 99_999 }).points, null);
  assert.equal(scoreOf({ ...CALM, moving: 3 * HOUR - 1 }).points, null);
  assert.equal(scoreOf(NO_TOTALS).points, null);
  const some = scoreOf({ ...CALM, distance: 120_000, watched: 120_000 });
  assert.deepEqual([some.points, some.isRanked], [100, false]);
  const far = scoreOf({ ...CALM, distance: 5_000_000, watched: 5_000_000, brakings: 100 });
  const near = scoreOf({ ...CALM, distance: 100_000, watched: 100_000, brakings: 2 });
  assert.equal(far.points, near.points);
  assert.ok(near.high! - near.low! > 2 * (far.high! - far.low!), 'a short way says less');
});

test('[SCORE-6] weights make 100; the middle of a fleet leaves out who has no score', () => {
  const weights = SCORE_KINDS.map((kind) => DEFAULT_SCORE_SETTINGS.kinds[kind].weight);
  assert.equal(
    weights.reduce((a, b) => a + b, 0),
    100,
  );
  const of = (...points: (number | null)[]): number | null =>
    medianScore(points.map((each) => ({ points: each })));
  assert.deepEqual([of(), of(null), of(80, null, 60), of(90, 10, 50)], [null, null, 70, 50]);
});
