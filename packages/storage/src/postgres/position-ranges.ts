import { DAY_MS, WEEK_MS } from '@rastro/base';

/** Where the weeks of a store begin, and where they end for now; both are Mondays. */
export interface PositionLayout {
  readonly weeksFrom: number;
  readonly horizon: number;
}

/** Times of a table, from the first to before the last. */
export interface PositionRange {
  readonly from: number;
  readonly to: number;
  /** Null = it is always there. */
  readonly table: string | null;
}

/** All times before it are in one table. */
const FIRST_YEAR = Date.UTC(2000, 0);
/** 1970 began on a Thursday. */
const FIRST_MONDAY = 4 * DAY_MS;

/** The table that has a time. */
export function rangeOf(time: number, { weeksFrom, horizon }: PositionLayout): PositionRange {
  if (time < FIRST_YEAR) return { from: -Infinity, to: FIRST_YEAR, table: null };
  if (time >= horizon) return { from: horizon, to: Infinity, table: null };
  if (time >= weeksFrom) {
    const from = mondayBefore(time);
    return { from, to: from + WEEK_MS, table: `positions_${dateOf(from)}` };
  }
  const year = new Date(time).getUTCFullYear();
  const to = Math.min(Date.UTC(year + 1, 0), weeksFrom);
  return { from: Date.UTC(year, 0), to, table: `positions_${year}` };
}

/** The last Monday up to a time. */
export const mondayBefore = (time: number): number =>
  Math.floor((time - FIRST_MONDAY) / WEEK_MS) * WEEK_MS + FIRST_MONDAY;

const dateOf = (time: number): string => new Date(time).toISOString().slice(0, 10).replaceAll('-', '');
