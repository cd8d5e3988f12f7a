import { addDays, addMonths, dayNumber, dayOf, monthOf, type CivilDate } from '../billing/civil-date.ts';
import type { CostPeriod } from './cost-line.ts';
import { centsWithin } from './spread.ts';
import { costPer } from './sums.ts';

/** Purchase of a vehicle, and what is planned for it. */
export interface Purchase {
  readonly day: CivilDate;
  readonly cents: number;
  /** Expected at the end of the planned months. */
  readonly residualCents: number;
  /** Months for which it is planned to be used. */
  readonly months: number;
  /** Null = it is still there. */
  readonly sale: { readonly day: CivilDate; readonly cents: number } | null;
}
/** Total cost of ownership in a period. */
export interface OwnershipCost {
  readonly depreciationCents: number;
  readonly runningCents: number;
  readonly totalCents: number;
  /** Cents, not rounded; null = nothing was driven. */
  readonly perKm: number | null;
  readonly perHour: number | null;
}

/**
 * Loss of value in a period: the same on each planned day; the day of the sale has the difference between the price and
 * what the vehicle was still worth, so that all days together are purchase less sale.
 */
export function depreciation(purchase: Purchase, period: CostPeriod): number {
  const { day, cents, residualCents, months, sale } = purchase;
  const end = dayOf(addMonths(monthOf(day), months), dayNumber(day));
  const planned = { cents: cents - residualCents, from: day, to: addDays(end, -1) };
  if (sale === null) return centsWithin(planned, period);
  const before = addDays(sale.day, -1);
  const owned = { from: period.from, to: period.to < before ? period.to : before };
  const isSold = period.from <= sale.day && sale.day <= period.to;
  const lost = centsWithin(planned, { from: day, to: before });
  return centsWithin(planned, owned) + (isSold ? cents - lost - sale.cents : 0);
}

/** @param runningCents Costs of the ledger in the period. @param purchase Null = it is leased, or not known. */
export function ownershipCost(
  {
    purchase,
    runningCents,
    km,
    hours,
  }: {
    readonly purchase: Purchase | null;
    readonly runningCents: number;
    readonly km: number;
    readonly hours: number;
  },
  period: CostPeriod,
): OwnershipCost {
  const depreciationCents = purchase === null ? 0 : depreciation(purchase, period);
  const totalCents = depreciationCents + runningCents;
  return {
    depreciationCents,
    runningCents,
    totalCents,
    perKm: costPer(totalCents, km),
    perHour: costPer(totalCents, hours),
  };
}
