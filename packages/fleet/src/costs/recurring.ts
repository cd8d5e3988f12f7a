import {
  addMonths,
  dayNumber,
  dayOf,
  monthOf,
  monthsBetween,
  type CivilDate,
  type CivilMonth,
} from '../billing/civil-date.ts';
import type { CostContent, RecurringContent, RecurringCost } from './cost-line.ts';
import { untilNext } from './spread.ts';

/** A line that a recurring cost makes. */
export interface RecurringLine {
  readonly month: CivilMonth;
  /** The same for the same month, whenever it is made. */
  readonly importKey: string;
  readonly content: CostContent;
}

/** Day on which it is due in a month; null = it is not. */
export function dueDay(
  { first, last, everyMonths }: Pick<RecurringContent, 'first' | 'last' | 'everyMonths'>,
  month: CivilMonth,
): CivilDate | null {
  const since = monthsBetween(monthOf(first), month).length - 1;
  if (since < 0 || since % everyMonths !== 0) return null;
  const day = dayOf(month, dayNumber(first));
  return last !== null && day > last ? null : day;
}

/** Lines that are due until a day and not made yet, oldest first. */
export function dueLines(cost: Omit<RecurringCost, 'version'>, today: CivilDate): readonly RecurringLine[] {
  const { first, doneMonth } = cost;
  const begin = doneMonth === null ? monthOf(first) : addMonths(doneMonth, 1);
  return monthsBetween(begin, monthOf(today)).flatMap((month) => {
    const day = dueDay(cost, month);
    if (day === null || day > today) return [];
    return { month, importKey: `recurring/${cost.id}/${month}`, content: contentOf(cost, day) };
  });
}

function contentOf(cost: RecurringContent, day: CivilDate): CostContent {
  const { deviceId, kind, cents, isSpread, everyMonths, first, supplier, note } = cost;
  const period = isSpread ? untilNext(day, everyMonths, dayNumber(first)) : { from: day, to: day };
  return {
    deviceId,
    kind,
    cents,
    ...period,
    at: null,
    quantity: 0,
    unit: null,
    odometerKm: null,
    engineHours: null,
    supplier,
    document: '',
    driverUniqueId: '',
    note,
  };
}
