import {
  addDays,
  addMonths,
  dayOf,
  monthOf,
  monthsBetween,
  type CivilDate,
  type CivilMonth,
} from '../billing/civil-date.ts';
import type { CustomerBilling } from './customer-billing.ts';
import { linesOfMonth, type BilledDevice, type InvoiceLine } from '../billing/monthly-value.ts';

/** After a longer downtime no invoices are issued for earlier months. */
const MAX_MISSED_MONTHS = 12;
/** To pay what came late. */
const LATE_DAYS = 5;

/** The first month in which an invoice is due: that of the first due day that is not past. */
export function firstMonth(today: CivilDate, dueDay: number): CivilMonth {
  const month = monthOf(today);
  return dayOf(month, dueDay) >= today ? month : addMonths(month, 1);
}

/** Months whose invoices have to be made, oldest first. @param next The first one that is not made. */
export function dueMonths(next: CivilMonth, today: CivilDate): readonly CivilMonth[] {
  return monthsBetween(next, monthOf(today)).slice(-MAX_MISSED_MONTHS);
}

/** Contents of a monthly invoice. */
export interface MonthlyInvoice {
  readonly dueDate: CivilDate;
  readonly value: number;
  readonly count: number;
  readonly lines: readonly InvoiceLine[];
}

/**
 * Returns the invoice that is due in a month: for the month before it, which is complete. With a price it is that
 * price.
 * @returns null = nothing is due.
 */
export function invoiceOfMonth(
  { dueDay, price }: Pick<CustomerBilling, 'dueDay' | 'price'>,
  devices: readonly BilledDevice[],
  { month, today }: { readonly month: CivilMonth; readonly today: CivilDate },
): MonthlyInvoice | null {
  const billed = linesOfMonth(addMonths(month, -1), devices);
  const lines = price === null ? billed : [];
  const value = price ?? billed.reduce((sum, line) => sum + line.value, 0);
  if (value <= 0) return null;
  const regular = dayOf(month, dueDay);
  const dueDate = regular < today ? addDays(today, LATE_DAYS) : regular;
  return { dueDate, value, lines, count: new Set(billed.map(({ deviceId }) => deviceId)).size };
}
