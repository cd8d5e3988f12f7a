import type { CivilDate } from './civil-date.ts';
import { amountDue, type Invoice, type LedgerEntry, type LedgerKind } from './invoice.ts';
import type { PaymentProviderName } from './payment-providers.ts';
import { isPaid, mayBecome, type InvoiceStatus } from './invoice-status.ts';

/** Author of a change to an invoice, and their note. */
export interface StatusChange {
  readonly to: InvoiceStatus;
  /** 0 = the installation by itself, or the provider. */
  readonly userId: number;
  readonly provider: PaymentProviderName | null;
  readonly eventId: string | null;
  readonly reason: string | null;
  /** The day on which the money came, or today. */
  readonly day: CivilDate;
  /** Cents that came; null = its value. */
  readonly paidValue: number | null;
}
/** Ledger entry to write; the store assigns id, invoice and time. */
export type NewLedgerEntry = Omit<LedgerEntry, 'id' | 'invoiceId' | 'time'>;

export interface AppliedStatus {
  readonly next: Pick<Invoice, 'status' | 'paidDate' | 'paidValue' | 'reason'>;
  readonly entry: NewLedgerEntry;
}

/**
 * The only way to change the status of an invoice.
 * @returns null = the change is not allowed; `conflictEntry` records it when it comes from a provider.
 */
export function applyStatus(invoice: Invoice, change: StatusChange): AppliedStatus | null {
  const { status: from, value } = invoice;
  const { to, day, reason } = change;
  if (!mayBecome(from, to)) return null;
  const isPaidNow = isPaid(to);
  const wasPaid = isPaid(from);
  // From one paid status to another the first amount stays, unless the change has a newer one.
  const paidValue = change.paidValue ?? (wasPaid ? invoice.paidValue : value);
  return {
    next: {
      status: to,
      paidDate: isPaidNow ? (wasPaid ? invoice.paidDate : day) : null,
      paidValue: isPaidNow ? paidValue : null,
      reason: reason ?? (isPaidNow && wasPaid ? invoice.reason : null),
    },
    entry: {
      ...originOf(change),
      kind: kindOf(from, to),
      from,
      to,
      amount: amountDue({ status: to, value }) - amountDue(invoice),
    },
  };
}

/** Ledger entry for an impossible status from a provider: nothing changes, and the conflict is visible. */
export const conflictEntry = ({ status }: Invoice, change: StatusChange): NewLedgerEntry => ({
  ...originOf(change),
  kind: 'conflict',
  from: status,
  to: change.to,
  amount: 0,
});

const originOf = ({ userId, provider, eventId, reason }: StatusChange) => ({
  userId,
  provider,
  eventId,
  reason,
});

function kindOf(from: InvoiceStatus, to: InvoiceStatus): LedgerKind {
  if (to === 'CANCELED') return 'cancelled';
  if (isPaid(to) !== isPaid(from)) return isPaid(to) ? 'paid' : to === 'REFUNDED' ? 'status' : 'reopened';
  return from === 'CANCELED' ? 'reopened' : 'status';
}
