import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  checkTank,
  linesWithoutFill,
  unbilledFills,
  type BilledFuel,
  type LevelsAround,
  type TankCheck,
  type TankFill,
} from './index.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
const NOON = Date.parse('2026-11-05T12:00:00Z');
const NO_LEVELS: ReadonlyMap<number, LevelsAround> = new Map();

/** 40 liters for 240.00 at a minute after noon. */
const billed = (minute: number | null, more: Partial<BilledFuel> = {}): BilledFuel => ({
  id: 1,
  at: minute === null ? null : NOON + minute * MINUTE,
  day: { from: NOON - DAY / 2, to: NOON + DAY / 2 - 1 },
  liters: 40,
  cents: 24_000,
  ...more,
});
/** From 10 liters, within 4 minutes. */
const filled = (minute: number, liters: number | null, more: Partial<TankFill> = {}): TankFill => ({
  start: NOON + minute * MINUTE,
  end: NOON + (minute + 4) * MINUTE,
  before: liters === null ? null : 10,
  after: liters === null ? null : 10 + liters,
  liters,
  isSure: true,
  ...more,
});
const check = (
  lines: readonly BilledFuel[],
  fills: readonly TankFill[],
  levels = NO_LEVELS,
  tankLiters = 60,
): readonly TankCheck<TankFill>[] => checkTank(lines, fills, { tankLiters, levels });
const outcomes = (checks: readonly TankCheck<TankFill>[]) =>
  checks.map(({ outcome, reason }) => reason ?? outcome);
const around = (before: number | null | undefined, after: number | null | undefined) =>
  new Map([
    [
      1,
      {
        before: before === undefined ? null : { liters: before },
        after: after === undefined ? null : { liters: after },
      },
    ],
  ]);

test('[TANK-1] a bill is compared with the fill near it; the nearest in time and liters are of each other', () => {
  const [found] = check([billed(10)], [filled(0, 39), filled(90, 41)]);
  assert.deepEqual([found?.outcome, found?.fill?.liters], ['matches', 39]);
  assert.deepEqual(outcomes(check([billed(34)], [filled(0, 39)])), ['matches']);
  assert.deepEqual(outcomes(check([billed(35)], [filled(0, 39)])), ['otherTime']);
  const two = check([billed(20, { liters: 20 }), billed(25, { id: 2 })], [filled(10, 40), filled(30, 20)]);
  assert.deepEqual(
    two.map(({ fill }) => fill?.liters),
    [20, 40],
  );
  assert.deepEqual(outcomes(check([billed(null)], [filled(300, 39)])), ['matches']);
  assert.deepEqual(outcomes(check([billed(null)], [filled(24 * 60, 39)])), ['noTime']);
});

test('[TANK-2] less in the tank than billed is said with liters and money, beyond what gauges and pumps differ by', () => {
  const [less] = check([billed(5)], [filled(0, 28)]);
  assert.deepEqual(
    [less?.outcome, less?.missingLiters, less?.missingCents, less?.toleranceLiters],
    ['less', 12, 7200, 6],
  );
  assert.deepEqual(outcomes(check([billed(5)], [filled(0, 34)])), ['matches']);
  assert.deepEqual(outcomes(check([billed(5)], [filled(0, 33)], NO_LEVELS, 400)), ['matches'], '4 % of 400');
  const large = [billed(5, { liters: 300 })];
  assert.deepEqual(outcomes(check(large, [filled(0, 286)], NO_LEVELS, 400)), ['matches']);
  assert.deepEqual(outcomes(check(large, [filled(0, 280)], NO_LEVELS, 400)), ['less']);
});

test('[TANK-2] two bills within 20 minutes may be of one fill; what is missing is of both by their liters', () => {
  const lines = [billed(0, { liters: 20, cents: 12_000 }), billed(8, { id: 2, liters: 20, cents: 12_000 })];
  const both = check(lines, [filled(0, 38)]);
  assert.deepEqual(outcomes(both), ['matches', 'matches']);
  assert.deepEqual(
    both.map(({ together }) => together),
    [[2], [1]],
  );
  const short = check(lines, [filled(0, 20)]);
  assert.deepEqual(
    short.map(({ outcome, missingLiters, missingCents }) => [outcome, missingLiters, missingCents]),
    [
      ['less', 10, 6000],
      ['less', 10, 6000],
    ],
  );
  const third = [...lines, billed(9, { id: 3 })];
  assert.deepEqual(outcomes(check(third, [filled(0, 38)])).filter((each) => each === 'noLevel').length, 1);
});

test('[TANK-3] no fill is said only where the level was read before and after, and did not rise', () => {
  const of = (levels: ReadonlyMap<number, LevelsAround>) => outcomes(check([billed(0)], [], levels));
  const [none] = check([billed(0)], [], around(22, 21.5));
  assert.deepEqual([none?.outcome, none?.missingLiters, none?.missingCents], ['none', 40, 24_000]);
  assert.deepEqual(none?.levels, { before: { liters: 22 }, after: { liters: 21.5 } });
  assert.deepEqual(of(around(null, null)), ['none']);
  assert.deepEqual(of(around(22, 30)), ['unsure'], 'it rose, and is not settled yet');
  for (const silent of [NO_LEVELS, around(22, undefined), around(undefined, 22)])
    assert.deepEqual(of(silent), ['noLevel']);
  assert.deepEqual(outcomes(check([billed(0, { liters: 14 })], [], around(22, 22))), ['small']);
  assert.deepEqual(outcomes(check([billed(0)], [filled(200, 38)], around(22, 22))), ['otherTime']);
  assert.deepEqual(outcomes(check([billed(0)], [filled(200, 12)], around(22, 22))), ['none']);
  assert.deepEqual(
    linesWithoutFill([billed(0), billed(600, { id: 2 })], [filled(0, 40)]).map(({ id }) => id),
    [2],
  );
});

test('[TANK-4] more was billed than the tank holds, with and without a gauge', () => {
  const [full] = check([billed(0, { liters: 90, cents: 9000 })], []);
  assert.deepEqual([full?.outcome, full?.missingLiters, full?.missingCents], ['tooMuch', 30, 3000]);
  assert.deepEqual(outcomes(check([billed(0, { liters: 66 })], [])), ['noLevel']);
  const overfull = check([billed(0, { liters: 60 })], [filled(0, 20, { before: 38, after: 58 })]);
  assert.deepEqual(outcomes(overfull), ['tooMuch']);
  assert.deepEqual(outcomes(check([billed(0, { liters: 900 })], [], NO_LEVELS, 0)), ['noLevel']);
});

test('[TANK-5] nobody is accused by a level that trembles, has no liters, or always differs', () => {
  assert.deepEqual(outcomes(check([billed(0)], [filled(0, 20, { isSure: false })])), ['unsure']);
  assert.deepEqual(outcomes(check([billed(0)], [filled(0, null)])), ['noLiters']);
  const days = Array.from({ length: 8 }, (_, at) => at);
  const lines = days.map((at) => billed(at * 24 * 60, { id: at + 1 }));
  const fills = (last: number) => days.map((at) => filled(at * 24 * 60, at === 7 ? last : 32));
  assert.deepEqual(new Set(outcomes(check(lines, fills(32)))), new Set(['calibration']));
  assert.equal(outcomes(check(lines, fills(20))).at(-1), 'less', 'less than by the gauge that differs');
  assert.equal(outcomes(check(lines.slice(1), fills(32).slice(1)))[0], 'less', 'seven are too few to say');
});

test('[TANK-5] whatever is within the tolerance is no suspicion', () => {
  const liters = fc.double({ min: 15, max: 60, noNaN: true });
  const noise = fc.double({ min: -6, max: 6, noNaN: true });
  fc.assert(
    fc.property(fc.array(fc.tuple(liters, noise), { maxLength: 12 }), (all) => {
      const lines = all.map(([each], at) => billed(at * 120, { id: at, liters: each }));
      const fills = all.map(([each, by], at) => filled(at * 120, each + by));
      const checks = check(lines, fills, NO_LEVELS, 120);
      assert.ok(checks.every(({ outcome, missingCents }) => outcome === 'matches' && missingCents === 0));
    }),
  );
});

const alone = (
  lines: readonly BilledFuel[],
  fills: readonly TankFill[],
  more: Partial<Parameters<typeof unbilledFills>[2]> = {},
) => unbilledFills(lines, fills, { otherBills: [], tankLiters: 60, now: NOON + 30 * DAY, ...more });

test('[TANK-6] a fill that no bill is of stands alone, and is awaited while its bill may still come', () => {
  const [mine, other] = [filled(0, 40), filled(500, 25)];
  assert.deepEqual(alone([billed(5)], [mine, other]), [{ fill: other, outcome: 'unbilled' }]);
  assert.deepEqual(
    alone([], [mine, other]).map(({ fill }) => fill),
    [mine, other],
  );
  assert.deepEqual(alone([], [filled(0, null)])[0]?.outcome, 'unbilled', 'also where liters are not known');
  const { end } = mine;
  for (const [days, outcome] of [
    [4.9, 'awaited'],
    [5, 'unbilled'],
  ] as const)
    assert.equal(alone([], [mine], { now: end + days * DAY })[0]?.outcome, outcome);
});

test('[TANK-6] nobody is asked about a level that trembled, or that may be of a bill after all', () => {
  assert.deepEqual(alone([], [filled(0, 40, { isSure: false })]), []);
  // The clock of the station is wrong by three hours; after seven it is another fill.
  assert.deepEqual(alone([billed(0)], [filled(180, 41)]), []);
  assert.equal(alone([billed(0)], [filled(420, 41)]).length, 1);
  assert.equal(alone([billed(0)], [filled(180, 20)]).length, 1);
  const { at, day } = billed(10);
  assert.deepEqual(alone([], [filled(0, 40)], { otherBills: [{ at, day }] }), []);
  assert.deepEqual(alone([], [filled(0, 40)], { otherBills: [{ at: null, day }] }), []);
  assert.equal(alone([], [filled(90, 40)], { otherBills: [{ at, day }] }).length, 1);
});
