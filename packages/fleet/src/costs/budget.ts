import { daysBetween, type CivilDate } from '../billing/civil-date.ts';
import type { CostPeriod } from './cost-line.ts';

/** From calm to grave: nothing, it will be too little, most of it is spent, all of it is spent. */
export const BUDGET_ALERTS = ['none', 'forecast', 'near', 'over'] as const;
export type BudgetAlert = (typeof BUDGET_ALERTS)[number];
export interface BudgetState {
  readonly spentCents: number;
  /** Expected at the end of the period; null = too few days have passed to say. */
  readonly forecastCents: number | null;
  readonly alert: BudgetAlert;
}
const NEAR_PERCENT = 80;
/** Before a fifth of its days has passed, one full tank would count as a habit. */
const FORECAST_SHARE = 5;

/**
 * Compares what was spent with a budget. The rest of the period is expected to cost what is planned, and to go on like
 * the days before for everything that comes with driving.
 */
export function budgetState(
  {
    budgetCents,
    spentCents,
    plannedCents,
    drivingCents,
  }: {
    readonly budgetCents: number;
    /** All costs until today. */
    readonly spentCents: number;
    /** Costs of the days to come that are known, such as insurance and lease. */
    readonly plannedCents: number;
    /** Part of what was spent that comes with driving, such as fuel. */
    readonly drivingCents: number;
  },
  { from, to }: CostPeriod,
  today: CivilDate,
): BudgetState {
  const days = daysBetween(from, to) + 1;
  const passed = Math.min(days, daysBetween(from, today) + 1);
  const isEarly = passed <= 0 || passed * FORECAST_SHARE < days;
  const expected = Math.round((drivingCents * (days - passed)) / Math.max(1, passed));
  const forecastCents = isEarly ? null : spentCents + plannedCents + expected;
  return { spentCents, forecastCents, alert: alertOf(budgetCents, spentCents, forecastCents) };
}
function alertOf(budget: number, spent: number, forecast: number | null): BudgetAlert {
  if (spent > 0 && spent >= budget) return 'over';
  if (spent > 0 && spent * 100 >= budget * NEAR_PERCENT) return 'near';
  return forecast !== null && forecast > budget ? 'forecast' : 'none';
}
