import { addDays, dayOf, daysBetween, daysIn, type CivilDate, type CivilMonth } from './civil-date.ts';

/** A vehicle that a customer pays for by the month, and the time in which they had it. */
export interface BilledDevice {
  readonly deviceId: number;
  /** Cents a month. */
  readonly monthlyValue: number;
  /** First day of ownership; null = since before counting began. */
  readonly from: CivilDate | null;
  /** Last day of ownership; null = still owned. */
  readonly until: CivilDate | null;
}
export interface InvoiceLine {
  readonly deviceId: number;
  /** Days of the month that are charged. */
  readonly days: number;
  /** Cents. */
  readonly value: number;
}

/**
 * Returns the vehicles of a customer as invoice lines of a month. A vehicle that was added or removed is charged by the
 * day.
 * Lines without a value are left out; the values add up to the invoice.
 */
export function linesOfMonth(month: CivilMonth, devices: readonly BilledDevice[]): readonly InvoiceLine[] {
  const first = dayOf(month, 1);
  const all = daysIn(month);
  const last = addDays(first, all - 1);
  return devices.flatMap(({ deviceId, monthlyValue, from, until }) => {
    const begin = from !== null && from > first ? from : first;
    const end = until !== null && until < last ? until : last;
    const days = Math.max(0, daysBetween(begin, end) + 1);
    const value = Math.round((monthlyValue * days) / all);
    return value > 0 ? [{ deviceId, days, value }] : [];
  });
}
