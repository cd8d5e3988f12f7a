import { daysBetween, type CivilDate, type CivilMonth } from './civil-date.ts';
import type { Invoice } from './invoice.ts';
import type { InvoiceStatus } from './invoice-status.ts';
import type { Dues } from './terms.ts';

/** An invoice as its payer sees it. */
export interface OwnInvoice<S = InvoiceStatus> extends Invoice<S> {
  /** Amount due today. */
  readonly dues: Dues;
  /** Text of a Pix code for the amount due today; null = there is none. */
  readonly pix: string | null;
}
export interface InvoicePage<S = InvoiceStatus> {
  readonly invoices: readonly Invoice<S>[];
  /** Null = there is no more. */
  readonly next: string | null;
}

/** Days past the due date; `0` = not past it. */
export const DEBT_AGES = ['0', '1-30', '31-60', '61-90', '91'] as const;
export type DebtAge = (typeof DEBT_AGES)[number];
const LAST_DAYS: readonly (readonly [age: DebtAge, last: number])[] = [
  ['0', 0],
  ['1-30', 30],
  ['31-60', 60],
  ['61-90', 90],
];
export const debtAge = (dueDate: CivilDate, today: CivilDate): DebtAge =>
  LAST_DAYS.find(([, last]) => daysBetween(dueDate, today) <= last)?.[0] ?? '91';

export interface MoneySum {
  readonly count: number;
  /** Cents. */
  readonly value: number;
}
/** Overdue invoices of a customer. */
export interface CustomerDebt {
  readonly customerId: number;
  readonly oldestDue: CivilDate;
  readonly count: number;
  /** Cents, without fine and interest. */
  readonly value: number;
}

/** Message to a customer about an unpaid invoice. */
export interface InvoiceReminder {
  /** Mail address. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** Opens a chat with the text in it; null = no phone is known. */
  readonly whatsapp: string | null;
}

export interface BillingSummary {
  readonly today: CivilDate;
  /** Open, and not past the due date. */
  readonly due: MoneySum;
  readonly overdue: MoneySum;
  /** Of this month. */
  readonly received: MoneySum;
  /** Forecast for next month from the current customers and vehicles. */
  readonly forecast: MoneySum;
  readonly ages: readonly (MoneySum & { readonly age: DebtAge })[];
  /** The last twelve, oldest first. */
  readonly months: readonly (MoneySum & { readonly month: CivilMonth })[];
}

/** Outcome for one of several requested invoices. */
export const INVOICE_OUTCOMES = ['changed', 'same', 'impossible', 'unknown'] as const;
export interface InvoiceOutcome {
  readonly id: number;
  readonly outcome: (typeof INVOICE_OUTCOMES)[number];
}
