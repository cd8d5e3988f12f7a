import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { medianOf, rankOf } from './ranking.ts';
import type { ScoredSums } from './rated-kinds.ts';
import { exactLoss, scoreOf, type Score } from './score-of.ts';
import {
  DEFAULT_SCORE_SETTINGS as USUAL,
  readScoreSettings,
  SCORE_KINDS,
  scoreSettingsText,
  type ScoreKind,
  type ScoreSettings,
} from './score-settings.ts';

const HOUR = 3_600_000;
/** Drives without any event. */
const calm = (km: number, fields: Partial<ScoredSums> = {}): ScoredSums => ({
  distance: km * 1000,
  moving: (km / 50) * HOUR,
  engineHours: (km / 50) * HOUR,
  idle: 0,
  over10: 0,
  over20: 0,
  over50: 0,
  overMore: 0,
  night: 0,
  offHours: 0,
  brakings: 0,
  severeBrakings: 0,
  accelerations: 0,
  severeAccelerations: 0,
  cornerings: 0,
  severeCornerings: 0,
  beltAlarms: 0,
  phoneAlarms: 0,
  longDrives: 0,
  watched: km * 1000,
  limited: (km / 50) * HOUR,
  timed: km * 1000,
  ...fields,
});
const EVENTS = [
  'brakings',
  'severeBrakings',
  'accelerations',
  'severeAccelerations',
  'cornerings',
  'severeCornerings',
  'beltAlarms',
  'phoneAlarms',
  'longDrives',
] as const;
const TIMES = ['over10', 'over20', 'over50', 'overMore', 'night', 'idle'] as const;

const anySums = fc
  .record({
    km: fc.integer({ min: 0, max: 5000 }),
    counts: fc.array(fc.integer({ min: 0, max: 300 }), { minLength: 9, maxLength: 9 }),
    shares: fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 7, maxLength: 7 }),
    known: fc.array(fc.constantFrom(0, 0, 0.01, 0.5, 1), { minLength: 4, maxLength: 4 }),
  })
  .map(({ km, counts, shares, known }): ScoredSums => {
    const whole = calm(km);
    const fields: Record<string, number> = {};
    for (const [at, name] of EVENTS.entries()) fields[name] = counts[at] ?? 0;
    for (const [at, name] of TIMES.entries())
      fields[name] = Math.floor((whole.moving * (shares[at] ?? 0)) / 600);
    const [watched = 0, limited = 0, timed = 0, engine = 0] = known;
    return {
      ...whole,
      ...fields,
      offHours: Math.floor((whole.distance * (shares[6] ?? 0) * timed) / 100),
      watched: Math.floor(whole.distance * watched),
      limited: Math.floor(whole.moving * limited),
      timed: Math.floor(whole.distance * timed),
      engineHours: Math.floor(whole.engineHours * engine),
    };
  });
const anySettings = fc
  .array(fc.record({ weight: fc.integer({ min: 0, max: 100 }), tenths: fc.integer({ min: 1, max: 1000 }) }), {
    minLength: SCORE_KINDS.length,
    maxLength: SCORE_KINDS.length,
  })
  .filter((rules) => rules.some(({ weight }) => weight > 0))
  .map((rules): ScoreSettings => {
    const kinds: Record<ScoreKind, { weight: number; half: number }> = { ...USUAL.kinds };
    for (const [at, kind] of SCORE_KINDS.entries()) {
      const { weight = 0, tenths = 1 } = rules[at] ?? {};
      kinds[kind] = { weight, half: tenths / 10 };
    }
    return { ...USUAL, kinds };
  });
const tenths = (value: number): number => Math.round(value * 10);
const lostOf = ({ parts }: Score, kind: ScoreKind): number =>
  parts.find((part) => part.kind === kind)?.lost ?? Number.NaN;
const stateOf = ({ parts }: Score, kind: ScoreKind) => parts.find((part) => part.kind === kind)?.state;

test('[SCORE-1] a score is between 0 and 100, within its range, and its parts add up to what it lost', () => {
  fc.assert(
    fc.property(anySums, anySettings, (sums, settings) => {
      const { points, low, high, parts } = scoreOf(sums, settings);
      assert.deepEqual(
        parts.map(({ kind }) => kind),
        SCORE_KINDS,
      );
      assert.ok(parts.every(({ lost, weight }) => lost >= 0 && lost <= weight + 0.1));
      if (points === null || low === null || high === null) return;
      assert.ok(points >= 0 && points <= 100 && low >= 0 && high <= 100);
      assert.ok(low <= points && points <= high);
      assert.equal(
        parts.reduce((sum, { lost }) => sum + tenths(lost), 0),
        1000 - tenths(points),
      );
      for (const value of [points, low, high]) assert.equal(tenths(value) / 10, value);
    }),
  );
});

test('[SCORE-2] one more event always costs, in each state of the data; the tenth less than the first', () => {
  fc.assert(
    fc.property(anySums, anySettings, fc.constantFrom(...EVENTS), (sums, settings, name) => {
      const more = { ...sums, [name]: sums[name] + 1 };
      const [before, after] = [scoreOf(sums, settings), scoreOf(more, settings)];
      if (before.points === null || after.points === null) return;
      const kind = after.parts.find((part, at) => part.rate !== before.parts[at]?.rate);
      if (kind?.state !== 'counted') return;
      assert.ok(exactLoss(more, settings) > exactLoss(sums, settings), `${name} is free`);
      assert.ok(after.points <= before.points);
    }),
  );
  const lost = [0, 1, 2, 10, 11].map((brakings) => exactLoss(calm(1000, { brakings }), USUAL));
  assert.ok((lost[1] ?? 0) - (lost[0] ?? 0) > (lost[4] ?? 0) - (lost[3] ?? 0));
});

test('[SCORE-2] more time of speeding, at night or idling costs more, and a higher band more than a lower one', () => {
  fc.assert(
    fc.property(anySums, fc.constantFrom(...TIMES), (sums, name) => {
      const more = { ...sums, [name]: sums[name] + 60_000 };
      assert.ok(exactLoss(more, USUAL) >= exactLoss(sums, USUAL));
    }),
  );
  const costs = TIMES.slice(0, 4).map((name) => exactLoss(calm(1000, { [name]: HOUR }), USUAL));
  assert.deepEqual(
    costs,
    costs.toSorted((a, b) => a - b),
  );
});

test('[SCORE-3] half of the weight is lost at the half value; harsh driving is rated by the distance on which it is known', () => {
  const half = scoreOf(calm(1000, { brakings: 60 }), USUAL);
  const weights = half.parts.reduce((sum, { weight }) => sum + tenths(weight), 0);
  assert.ok(weights >= 1000, 'of what counts, all is dealt out');
  const { weight = 0 } = half.parts.find(({ kind }) => kind === 'braking') ?? {};
  assert.ok(Math.abs(lostOf(half, 'braking') - weight / 2) <= 0.1);
  const watched = scoreOf(calm(1000, { brakings: 30, watched: 500_000 }), USUAL);
  assert.equal(lostOf(watched, 'braking'), lostOf(half, 'braking'));
  const severe = scoreOf(calm(1000, { severeBrakings: 30 }), USUAL);
  assert.equal(lostOf(severe, 'braking'), lostOf(half, 'braking'), 'one that is severe counts twice');
});

test('[SCORE-4] kinds that the records cannot show are named, cost nothing, and leave their weight to the others', () => {
  const blind = scoreOf(calm(1000, { watched: 0, limited: 0, timed: 0, engineHours: 0, night: HOUR }), USUAL);
  const unknown = blind.parts.filter(({ state }) => state === 'unknown').map(({ kind }) => kind);
  assert.deepEqual(
    unknown,
    SCORE_KINDS.filter((kind) => kind !== 'longDrive' && kind !== 'night'),
  );
  assert.deepEqual(
    blind.parts.filter(({ weight }) => weight > 0).map(({ kind, weight }) => [kind, weight]),
    [
      ['longDrive', 66.7],
      ['night', 33.3],
    ],
  );
  const seen = scoreOf(calm(1000, { night: HOUR }), USUAL);
  assert.ok(lostOf(seen, 'night') < lostOf(blind, 'night'));
  const nobody = {
    ...USUAL,
    kinds: { ...USUAL.kinds, longDrive: { weight: 0, half: 1 }, night: { weight: 0, half: 1 } },
  };
  const none = scoreOf(calm(1000, { watched: 0, limited: 0, timed: 0, engineHours: 0 }), nobody);
  assert.deepEqual([none.points, none.gap, stateOf(none, 'night')], [null, 'kinds', 'off']);
});

test('[SCORE-4] alarms for seat belt and phone take from what is left, so the first one of a tracker costs as well', () => {
  const others = { brakings: 200, night: 10 * HOUR };
  const [none, one] = [
    scoreOf(calm(1000, others), USUAL),
    scoreOf(calm(1000, { ...others, beltAlarms: 1 }), USUAL),
  ];
  assert.deepEqual([stateOf(none, 'belt'), stateOf(one, 'belt')], ['unknown', 'counted']);
  assert.ok((one.points ?? 0) < (none.points ?? 0));
  assert.equal(lostOf(one, 'braking'), lostOf(none, 'braking'));
});

test('[SCORE-5] below 100 km or 3 hours there is no score, below 300 km no rank', () => {
  const brief = ({ points, gap, isRanked }: Score) => [points, gap, isRanked];
  assert.deepEqual(brief(scoreOf(calm(99.9), USUAL)), [null, 'distance', false]);
  assert.deepEqual(brief(scoreOf(calm(200, { moving: 2.9 * HOUR }), USUAL)), [null, 'time', false]);
  assert.deepEqual(brief(scoreOf(calm(299), USUAL)), [100, null, false]);
  assert.deepEqual(brief(scoreOf(calm(300), USUAL)), [100, null, true]);
  assert.deepEqual(brief(scoreOf(calm(0), USUAL)), [null, 'distance', false]);
});

test('[SCORE-5] the range narrows with the distance, and is there without any event', () => {
  const width = (km: number): number => {
    const { low, high } = scoreOf(calm(km, { brakings: km / 50 }), USUAL);
    return (high ?? 0) - (low ?? 0);
  };
  assert.ok(width(200) > width(1000) && width(1000) > width(10_000) && width(10_000) > 0);
  const { low, high, points } = scoreOf(calm(150), USUAL);
  assert.ok((low ?? 100) < 95 && high === 100 && points === 100);
});

test('[SCORE-6] ranks and the median are of those that are ranked; equals share a place', () => {
  const all = [90, 80, 80, 70, null].map((points) => ({ points, isRanked: true }));
  const unranked = { points: 99, isRanked: false };
  assert.deepEqual(rankOf({ points: 80, isRanked: true }, [...all, unranked]), { place: 2, of: 4 });
  assert.deepEqual(rankOf({ points: 70, isRanked: true }, all), { place: 4, of: 4 });
  assert.equal(rankOf(unranked, all), null);
  assert.equal(rankOf({ points: null, isRanked: true }, all), null);
  assert.equal(medianOf([...all, unranked]), 80);
  assert.equal(medianOf(all.slice(0, 2)), 85);
  assert.equal(medianOf([unranked]), null);
});

test('[SCORE-7] settings are a short text that gives the same again; what is no such text, or beyond its bounds, is none', () => {
  fc.assert(
    fc.property(anySettings, (settings) => {
      const text = scoreSettingsText(settings);
      assert.ok(text.length < 300);
      assert.deepEqual(readScoreSettings(text), settings);
    }),
  );
  assert.deepEqual(readScoreSettings('1 100 3 300 speeding=40/4')?.kinds.speeding, { weight: 40, half: 4 });
  for (const text of [
    '',
    '2 100 3 300',
    '1 100 3',
    '1 100 3 99',
    '1 0 3 300',
    '1 1e3 3 300 x=1/1',
    '1 100 3 300 speeding=101/4',
    '1 100 3 300 speeding=1/0',
    '1 100 3 300 speeding=1/0.05',
    '1 100 3 300 __proto__=1/1',
    '1 100 3 300 toString=1/1',
    `1 100 3 300 ${SCORE_KINDS.map((kind) => `${kind}=0/1`).join(' ')}`,
    '1 100 3 300 '.padEnd(10_000, 'x'),
    null,
    7,
    {},
  ])
    assert.equal(readScoreSettings(text), null, JSON.stringify(text)?.slice(0, 60));
  fc.assert(fc.property(fc.string(), (text) => readScoreSettings(text) === null));
});
