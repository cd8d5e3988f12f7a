import type { CivilDate, CivilMonth } from './civil-date.ts';
import { isOpen, type InvoiceStatus } from './invoice-status.ts';
import type { InvoiceLine } from './monthly-value.ts';
import type { PaymentProviderName } from './payment-providers.ts';
import type { PaymentTerms } from './terms.ts';

/** In which way money came to a provider: Pix, slip (boleto), card, or another transfer. */
export const PAYMENT_METHODS = ['pix', 'slip', 'card', 'transfer'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

/** The invoice at the provider, as far as its payer needs it. */
export interface InvoiceCharge {
  /** The provider's id of it. */
  readonly id: string;
  readonly invoiceUrl: string | null;
  readonly bankSlipUrl: string | null;
  /** Text of the Pix code. */
  readonly pixPayload: string | null;
  /** As the provider reported it with the payment; absent = not reported, or unpaid. */
  readonly paidBy?: PaymentMethod | undefined;
}

/** In cents, ten million: more on one invoice is a slip of the keyboard. */
export const MAX_INVOICE_VALUE = 1_000_000_000;

/**
 * Amount due from a customer for a month, or for something else. Money is integer cents.
 * @source docs/reference/requirements.md SPEC §3 "Invoice"
 */
/** @typeParam S Its status: as stored, or as the API writes it. */
export interface Invoice<S = InvoiceStatus> {
  readonly id: number;
  /** The reseller who issued it; 0 = the installation. */
  readonly issuerId: number;
  readonly customerId: number;
  /** As it was when it was issued. */
  readonly customerName: string;
  /** Null = made by hand. */
  readonly month: CivilMonth | null;
  readonly dueDate: CivilDate;
  readonly originalDueDate: CivilDate;
  readonly value: number;
  readonly status: S;
  readonly paidDate: CivilDate | null;
  readonly paidValue: number | null;
  /** Vehicles on it. */
  readonly count: number;
  readonly description: string;
  readonly terms: PaymentTerms;
  /** Why it was canceled or received in cash. */
  readonly reason: string | null;
  readonly provider: PaymentProviderName;
  readonly charge: InvoiceCharge | null;
  /** ISO 8601 UTC. */
  readonly createdTime: string;
  /** 1 for the first; each change adds 1. */
  readonly version: number;
}

export const LEDGER_KINDS = [
  'issued',
  'status',
  'paid',
  'reopened',
  'cancelled',
  'charged',
  'conflict',
] as const;
export type LedgerKind = (typeof LEDGER_KINDS)[number];

/** One line of an invoice's ledger; lines are added and never changed. */
export interface LedgerEntry<S = InvoiceStatus> {
  readonly id: number;
  readonly invoiceId: number;
  /** ISO 8601 UTC. */
  readonly time: string;
  readonly kind: LedgerKind;
  /** Null = it was not there. */
  readonly from: S | null;
  readonly to: S;
  /** Change of the amount due, in cents; all lines of an invoice add up to what is still due. */
  readonly amount: number;
  /** User who did it; 0 = the installation by itself, or the provider. */
  readonly userId: number;
  readonly provider: PaymentProviderName | null;
  /** Of the provider. */
  readonly eventId: string | null;
  readonly reason: string | null;
}

/** One invoice with all that is known of it. */
export interface InvoiceDetail<S = InvoiceStatus> extends Invoice<S> {
  readonly lines: readonly InvoiceLine[];
  /** Oldest first. */
  readonly ledger: readonly LedgerEntry<S>[];
}

/** Part of an invoice that still counts as amount due. */
export const amountDue = ({ status, value }: Pick<Invoice, 'status' | 'value'>): number =>
  isOpen(status) ? value : 0;
