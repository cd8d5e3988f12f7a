import { daysBetween, monthOf, readCivilDate, type CivilDate } from '../billing/civil-date.ts';
import type { CostKind, CostPeriod } from './cost-line.ts';
import { periodOf } from './spread.ts';

export const BUDGET_SPANS = ['month', 'year'] as const;
export type BudgetSpan = (typeof BUDGET_SPANS)[number];
/** An amount that the costs of a company should not exceed in each month or year. */
export interface BudgetContent {
  readonly name: string;
  /** 0 = of all vehicles, or of a group. */
  readonly deviceId: number;
  /** With the groups below it; 0 = of all vehicles, or of one. */
  readonly groupId: number;
  /** Null = all kinds. */
  readonly kind: CostKind | null;
  readonly span: BudgetSpan;
  readonly cents: number;
}
export interface Budget extends BudgetContent {
  readonly id: number;
  readonly version: number;
  /** Account of the company whose it is. */
  readonly ownerId: number;
  /** Name of the vehicle or group; '' = all vehicles. */
  readonly subjectName: string;
  readonly createdTime: string;
}
/** A budget and how much of it is spent in the month or year that is under way. */
export interface BudgetNow extends Budget, BudgetState, CostPeriod {}
export interface BudgetPage {
  readonly budgets: readonly BudgetNow[];
  /** `after` of the next page; null = there is no more. */
  readonly next: string | null;
  /** False = the tracking server takes no events: nobody is notified. */
  readonly hasEvents: boolean;
}

/** Part of a budget that is spent, from 0. */
export const spentShare = ({ spentCents, cents }: Pick<BudgetNow, 'spentCents' | 'cents'>): number =>
  spentCents / cents;

/** The month or year of a day. */
export function budgetPeriod(span: BudgetSpan, today: CivilDate): CostPeriod {
  if (span === 'month') return periodOf(monthOf(today));
  const year = today.slice(0, 4);
  const [from, to] = [readCivilDate(`${year}-01-01`), readCivilDate(`${year}-12-31`)];
  return { from: from ?? today, to: to ?? today };
}

/** Whether an alert is graver than the last one of the same period. */
export const isGraver = (alert: BudgetAlert, before: BudgetAlert): boolean =>
  BUDGET_ALERTS.indexOf(alert) > BUDGET_ALERTS.indexOf(before);

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
    /** All costs until today; of what is spread, the whole part of this month. */
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
