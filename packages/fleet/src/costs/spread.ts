import {
  addDays,
  addMonths,
  dayOf,
  daysBetween,
  monthOf,
  monthsBetween,
  type CivilMonth,
} from '../billing/civil-date.ts';
import type { CostPeriod, SpreadAmount } from './cost-line.ts';

/** Part of an amount that falls into a month. */
export interface MonthPart {
  readonly month: CivilMonth;
  readonly cents: number;
}

const LAST_DAY = 31;
const daysOf = ({ from, to }: CostPeriod): number => Math.max(0, daysBetween(from, to) + 1);
/** All days of a month. */
export const periodOf = (month: CivilMonth): CostPeriod => ({
  from: dayOf(month, 1),
  to: dayOf(month, LAST_DAY),
});
const common = (one: CostPeriod, other: CostPeriod): CostPeriod => ({
  from: one.from > other.from ? one.from : other.from,
  to: one.to < other.to ? one.to : other.to,
});

/**
 * Cents of an amount that belong to the days of a period. Each day has the same whole cents; the last one has those that
 * cannot be divided, so that all periods together are the amount.
 */
export function centsWithin(amount: SpreadAmount, period: CostPeriod): number {
  const both = common(amount, period);
  const days = daysOf(both);
  if (days === 0) return 0;
  const all = daysOf(amount);
  const daily = Math.trunc(amount.cents / all);
  const rest = both.to === amount.to ? amount.cents - daily * all : 0;
  return daily * days + rest;
}

/** Months that an amount belongs to. */
export const monthsOf = ({ from, to }: CostPeriod): readonly CivilMonth[] =>
  monthsBetween(monthOf(from), monthOf(to));

/** An amount by months, those without a cent too. */
export const partsOf = (amount: SpreadAmount): readonly MonthPart[] =>
  monthsOf(amount).map((month) => ({ month, cents: centsWithin(amount, periodOf(month)) }));

/** Days from one that is due to the day before the next. */
export const untilNext = (from: CostPeriod['from'], months: number, day: number): CostPeriod => ({
  from,
  to: addDays(dayOf(addMonths(monthOf(from), months), day), -1),
});
