import { DAY_MS } from '@rastro/base';
import {
  assigned,
  isNear,
  isOfWrongClock,
  toleranceOf,
  type BilledFuel,
  type TankFill,
} from './tank-check.ts';

/** No bill has come, or one may still come. */
export const UNBILLED_OUTCOMES = ['unbilled', 'awaited'] as const;
export interface UnbilledFill<F extends TankFill> {
  readonly fill: F;
  readonly outcome: (typeof UNBILLED_OUTCOMES)[number];
}
/** Providers of cards deliver one to three working days late, with a weekend between. */
const AWAITED_MS = 5 * DAY_MS;

/**
 * Fills of one vehicle that no bill is of: paid in cash, or from a source that nobody knows. One that trembles, and one
 * that may be of a bill without liters or with a wrong clock, is not among them.
 * @param otherBills Bills of fuel that say no liters. @param tankLiters 0 = not known.
 */
export function unbilledFills<F extends TankFill>(
  lines: readonly BilledFuel[],
  fills: readonly F[],
  {
    otherBills,
    tankLiters,
    now,
  }: {
    readonly otherBills: readonly Pick<BilledFuel, 'at' | 'day'>[];
    readonly tankLiters: number;
    readonly now: number;
  },
): readonly UnbilledFill<F>[] {
  const fillOf = assigned(lines, fills);
  const billed = new Set(fillOf.values());
  const open = lines.filter((line) => !fillOf.has(line));
  const mayBeOf = (fill: F): boolean =>
    otherBills.some((bill) => isNear(bill, fill)) ||
    open.some(({ at, liters }) => {
      const toleranceLiters = toleranceOf(tankLiters, liters);
      return at !== null && isOfWrongClock(at, liters, { fill, toleranceLiters });
    });
  return fills
    .filter((fill) => fill.isSure && !billed.has(fill) && !mayBeOf(fill))
    .map((fill) => ({ fill, outcome: now - fill.end < AWAITED_MS ? 'awaited' : 'unbilled' }));
}
