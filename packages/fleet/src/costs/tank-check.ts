import { HOUR_MS, MINUTE_MS } from '@rastro/base';
import { median } from '../trips/gap-detection.ts';

/** Fuel that was billed for a vehicle. Instants are ms since 1970. */
export interface BilledFuel {
  readonly id: number;
  /** Null = only the day is known. */
  readonly at: number | null;
  /** The day to which it belongs, in the zone of the reader. */
  readonly day: { readonly from: number; readonly to: number };
  readonly liters: number;
  readonly cents: number;
}
/** A rise of the level in the tank. */
export interface TankFill {
  readonly start: number;
  readonly end: number;
  /** Liters; null = the size of the tank is not known. */
  readonly before: number | null;
  readonly after: number | null;
  readonly liters: number | null;
  /** False = the level trembled, or was not read often enough. */
  readonly isSure: boolean;
}
/** Level before and after a moment, where it was read; liters, null = only that there was one. */
export interface LevelsAround {
  readonly before: { readonly liters: number | null } | null;
  readonly after: { readonly liters: number | null } | null;
}

/** As much came into the tank, less, nothing, more was billed than it holds, or nobody knows. */
export const TANK_OUTCOMES = ['none', 'tooMuch', 'less', 'matches', 'unknown'] as const;
export type TankOutcome = (typeof TANK_OUTCOMES)[number];
/**
 * Reasons why nobody knows: no time on the bill, no level at the time, a level without liters, too little to be seen, a
 * level that trembled, a gauge that always differs, or a fill at another time of the day.
 */
export const TANK_REASONS = [
  'noTime',
  'noLevel',
  'noLiters',
  'small',
  'unsure',
  'calibration',
  'otherTime',
] as const;
export type TankReason = (typeof TANK_REASONS)[number];

export interface TankCheck<F extends TankFill> {
  readonly id: number;
  readonly outcome: TankOutcome;
  /** Null = the outcome is known. */
  readonly reason: TankReason | null;
  /** Found in the tank; null = no fill was. */
  readonly fill: F | null;
  /** Level around the bill where no fill was found. */
  readonly levels: LevelsAround | null;
  /** Billed together with it for the same fill. */
  readonly together: readonly number[];
  /** Liters that were billed and are not in the tank, and their part of the amount; 0 = none. */
  readonly missingLiters: number;
  readonly missingCents: number;
  /** Liters that gauge and pump may differ by. */
  readonly toleranceLiters: number;
}

/** Between the time on the bill and the fill. */
const NEAR_MS = 30 * MINUTE_MS;
/** Between two bills of one fill: two pumps. */
const TWO_PUMPS_MS = 20 * MINUTE_MS;
/** A clock of a station may be wrong by hours: then nothing is said. */
const WRONG_CLOCK_MS = 6 * HOUR_MS;
/** Parts of the tank and of the bill, and liters, by which a gauge differs from a pump. */
const [TANK_SHARE, BILL_SHARE, LEAST_LITERS] = [0.04, 0.05, 6];
/** Smaller fills are not seen: a part of the tank, or liters. */
const [SEEN_SHARE, SEEN_LITERS] = [0.05, 8];
/** Fills from which a gauge is known to differ always, and by how much. */
const [KNOWN_FILLS, KNOWN_SHARE] = [8, 0.03];

interface Pair<F> {
  readonly line: BilledFuel;
  readonly fill: F;
  readonly cost: number;
}
/**
 * Compares what was billed for one vehicle with what came into its tank.
 * @param tankLiters 0 = not known. @param levels By line, where no fill was found near it.
 */
export function checkTank<F extends TankFill>(
  lines: readonly BilledFuel[],
  fills: readonly F[],
  { tankLiters, levels }: { readonly tankLiters: number; readonly levels: ReadonlyMap<number, LevelsAround> },
): readonly TankCheck<F>[] {
  const fillOf = assigned(lines, fills);
  const billedOf = Map.groupBy(
    lines.filter((line) => fillOf.has(line)),
    (line) => fillOf.get(line),
  );
  const ratio = usualRatio(billedOf);
  const free = fills.filter((fill) => !billedOf.has(fill));
  return lines.map((line) => {
    const fill = fillOf.get(line);
    return fill === undefined
      ? withoutFill(line, free, { tankLiters, levels: levels.get(line.id) ?? null })
      : withFill(line, fill, { tankLiters, ratio, group: billedOf.get(fill) ?? [line] });
  });
}

/** Lines without a fill near them: only for these the level around them is of use. */
export const linesWithoutFill = (
  lines: readonly BilledFuel[],
  fills: readonly TankFill[],
): readonly BilledFuel[] => {
  const fillOf = assigned(lines, fills);
  return lines.filter((line) => !fillOf.has(line));
};

/** The nearest pairs first; then second bills of a fill that has one. */
export function assigned<F extends TankFill>(
  lines: readonly BilledFuel[],
  fills: readonly F[],
): ReadonlyMap<BilledFuel, F> {
  const pairs = lines
    .flatMap((line) => fills.map((fill): Pair<F> => ({ line, fill, cost: costOf(line, fill) })))
    .filter(({ cost }) => cost < Number.POSITIVE_INFINITY)
    .toSorted((a, b) => a.cost - b.cost || a.line.id - b.line.id);
  const fillOf = new Map<BilledFuel, F>();
  const lineOf = new Map<F, BilledFuel>();
  for (const { line, fill } of pairs)
    if (!fillOf.has(line) && !lineOf.has(fill)) {
      fillOf.set(line, fill);
      lineOf.set(fill, line);
    }
  const shared = new Set<F>();
  for (const { line, fill } of pairs) {
    const first = lineOf.get(fill);
    if (fillOf.has(line) || first === undefined || shared.has(fill)) continue;
    if (line.at === null || first.at === null || Math.abs(line.at - first.at) > TWO_PUMPS_MS) continue;
    fillOf.set(line, fill);
    shared.add(fill);
  }
  return fillOf;
}
/** Infinite = they are not of each other. */
function costOf(line: BilledFuel, fill: TankFill): number {
  if (!isNear(line, fill)) return Number.POSITIVE_INFINITY;
  const { at, liters } = line;
  const apartMs = at === null ? 0 : apartOf(at, fill);
  return apartMs / NEAR_MS + (fill.liters === null ? 0 : Math.abs(liters - fill.liters) / 20);
}
const apartOf = (at: number, { start, end }: TankFill): number => Math.max(0, start - at, at - end);
/** Whether a bill may be of a fill: within half an hour, or on its day where it has no time. */
export const isNear = ({ at, day }: Pick<BilledFuel, 'at' | 'day'>, fill: TankFill): boolean =>
  at === null ? fill.start <= day.to && fill.end >= day.from : apartOf(at, fill) <= NEAR_MS;
/** Whether a fill may be that of a bill whose clock was wrong by hours. */
export const isOfWrongClock = (
  at: number,
  liters: number,
  { fill, toleranceLiters }: { readonly fill: TankFill; readonly toleranceLiters: number },
): boolean =>
  apartOf(at, fill) <= WRONG_CLOCK_MS &&
  (fill.liters === null || Math.abs(fill.liters - liters) <= toleranceLiters);

export const toleranceOf = (tankLiters: number, billed: number): number =>
  Math.max(TANK_SHARE * tankLiters, BILL_SHARE * billed, LEAST_LITERS);
const litersOf = (lines: readonly BilledFuel[]): number => lines.reduce((sum, { liters }) => sum + liters, 0);

/** Measured by billed of the fill in the middle; 1 = as billed, or too few are known. */
function usualRatio(billedOf: ReadonlyMap<TankFill | undefined, readonly BilledFuel[]>): number {
  const ratios = [...billedOf].flatMap(([fill, lines]) =>
    fill === undefined || fill.liters === null ? [] : [fill.liters / litersOf(lines)],
  );
  const ratio = ratios.length < KNOWN_FILLS ? 1 : median(ratios);
  return Math.abs(ratio - 1) <= KNOWN_SHARE ? 1 : ratio;
}

const NOTHING = { reason: null, levels: null, together: [], missingLiters: 0, missingCents: 0 } as const;
/** Part of the amount that belongs to liters. */
const centsOf = ({ cents, liters }: BilledFuel, missing: number): number =>
  Math.round((cents * Math.min(missing, liters)) / liters);

function withFill<F extends TankFill>(
  line: BilledFuel,
  fill: F,
  {
    tankLiters,
    ratio,
    group,
  }: { readonly tankLiters: number; readonly ratio: number; readonly group: readonly BilledFuel[] },
): TankCheck<F> {
  const { id } = line;
  const billed = litersOf(group);
  const toleranceLiters = toleranceOf(tankLiters, billed);
  const together = group.filter((other) => other !== line).map((other) => other.id);
  const base = { ...NOTHING, id, fill, together, toleranceLiters };
  if (fill.liters === null) return { ...base, outcome: 'unknown', reason: 'noLiters' };
  const missing = billed - fill.liters;
  if (missing <= toleranceLiters) return { ...base, outcome: 'matches' };
  if (!fill.isSure) return { ...base, outcome: 'unknown', reason: 'unsure' };
  if (ratio < 1 && billed * ratio - fill.liters <= toleranceLiters)
    return { ...base, outcome: 'unknown', reason: 'calibration' };
  // Of two bills of one fill each has its part.
  const missingLiters = (missing * line.liters) / billed;
  const freeLiters = tankLiters > 0 && fill.before !== null ? tankLiters - fill.before : null;
  const outcome = freeLiters !== null && billed > freeLiters + toleranceLiters ? 'tooMuch' : 'less';
  return { ...base, outcome, missingLiters, missingCents: centsOf(line, missingLiters) };
}

function withoutFill<F extends TankFill>(
  line: BilledFuel,
  free: readonly F[],
  { tankLiters, levels }: { readonly tankLiters: number; readonly levels: LevelsAround | null },
): TankCheck<F> {
  const { id, at, liters, cents } = line;
  const toleranceLiters = toleranceOf(tankLiters, liters);
  const base = { ...NOTHING, id, fill: null, toleranceLiters, levels };
  if (tankLiters > 0 && liters > tankLiters + toleranceLiters) {
    const missingLiters = liters - tankLiters;
    return { ...base, outcome: 'tooMuch', missingLiters, missingCents: centsOf(line, missingLiters) };
  }
  const unknown = (reason: TankReason, fill: F | null = null): TankCheck<F> => ({
    ...base,
    fill,
    outcome: 'unknown',
    reason,
  });
  if (at === null) return unknown('noTime');
  if (liters <= Math.max(SEEN_SHARE * tankLiters, SEEN_LITERS) + toleranceLiters) return unknown('small');
  const later = free.find((fill) => isOfWrongClock(at, liters, { fill, toleranceLiters }));
  if (later !== undefined) return unknown('otherTime', later);
  if (levels === null || levels.before === null || levels.after === null) return unknown('noLevel');
  const { before, after } = levels;
  const risen = before.liters === null || after.liters === null ? 0 : after.liters - before.liters;
  if (risen > toleranceLiters) return unknown('unsure');
  return { ...base, outcome: 'none', missingLiters: liters, missingCents: cents };
}
