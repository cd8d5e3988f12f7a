import type {
  CivilDate,
  CivilMonth,
  Invoice,
  InvoiceLine,
  PaymentProviderName,
  InvoiceStatus,
  LedgerEntry,
  NewLedgerEntry,
} from '@rastro/fleet/billing';
import type { Lease } from './lease-port.ts';
import type { NewAction } from './records.ts';

/** An invoice as stored. Instants are milliseconds since 1970. */
export interface StoredInvoice extends Omit<Invoice, 'createdTime'> {
  readonly createdAt: number;
}
export interface NewInvoice extends Omit<
  StoredInvoice,
  'id' | 'version' | 'charge' | 'paidDate' | 'paidValue'
> {
  readonly lines: readonly InvoiceLine[];
  /** By which its customer is found, as `foldText` writes it. */
  readonly customerKey: string;
}
export interface StoredLedgerEntry extends Omit<LedgerEntry, 'time'> {
  readonly at: number;
}

/** Invoices that become durable together, with what the job remembers of it. */
export interface InvoiceIssue {
  readonly invoices: readonly NewInvoice[];
  /** User who issues them by hand; 0 = the installation by itself. */
  readonly userId: number;
  readonly actions?: readonly NewAction[];
  /** Customers, and the first month of theirs that is not made now. */
  readonly done?: readonly { readonly customerId: number; readonly nextMonth: CivilMonth }[];
  /** Nothing is stored when another holder has the lease by now. */
  readonly under?: Lease;
}

export const INVOICE_SORTS = ['dueDate', 'value', 'customer', 'paidDate'] as const;
export type InvoiceSort = (typeof INVOICE_SORTS)[number];
/** Null = whatever it is. */
export interface InvoiceFilter {
  readonly issuers: readonly number[] | null;
  readonly customerId: number | null;
  readonly statuses: readonly InvoiceStatus[] | null;
  /** Both included. */
  readonly dueFrom: CivilDate | null;
  readonly dueTo: CivilDate | null;
  /** Words of the customer's name, case-folded, or the number of an invoice. */
  readonly text: string | null;
}
export interface InvoiceQuery extends InvoiceFilter {
  readonly sort: InvoiceSort;
  readonly isDescending: boolean;
  /** The last one of the page before; null = the first page. */
  readonly after: InvoiceCursor | null;
  readonly limit: number;
}
export interface InvoiceCursor {
  readonly key: string | number;
  readonly id: number;
}
export interface InvoicePage {
  readonly invoices: readonly StoredInvoice[];
  /** Null = there is no more. */
  readonly next: InvoiceCursor | null;
}
/** Number and total value of the invoices of an issuer, a status and a due date. */
export interface InvoiceSum {
  readonly status: InvoiceStatus;
  readonly dueDate: CivilDate;
  readonly count: number;
  readonly value: number;
}
/** Payments received in a month. */
export interface ReceivedSum {
  readonly month: CivilMonth;
  readonly count: number;
  readonly value: number;
}

/** A change of one invoice with its line of the ledger; all of it, or nothing. */
export interface InvoiceChange {
  readonly id: number;
  /** The version that is there. */
  readonly replaces: number;
  readonly set: Partial<
    Pick<StoredInvoice, 'status' | 'dueDate' | 'paidDate' | 'paidValue' | 'reason' | 'charge' | 'provider'>
  >;
  readonly entry: NewLedgerEntry;
  readonly at: number;
  readonly actions?: readonly NewAction[];
  readonly under?: Lease;
}

/** Overdue invoices of a customer. */
export interface Overdue {
  readonly customerId: number;
  readonly oldestDue: CivilDate;
  readonly count: number;
  readonly value: number;
}

/** A message of a payment provider, stored before it is processed. */
export interface ProviderEvent {
  readonly provider: PaymentProviderName;
  /** Issuer whose integration received it; 0 = the installation's. */
  readonly issuerId: number;
  /** The provider's own id: unique among messages to one issuer, but other issuers' providers may use it too. */
  readonly eventId: string;
  /** As it came. */
  readonly body: string;
  readonly at: number;
}

export type ProviderEventKey = Pick<ProviderEvent, 'provider' | 'issuerId' | 'eventId'>;

/**
 * Invoices and their ledger. Every write is durable when its promise resolves. Sums and received payments follow each
 * write of an invoice in its transaction. Lines of the ledger are never changed or removed: an adapter's database rejects
 * that by itself, whoever tries.
 */
export interface InvoiceStorage {
  /**
   * One transaction. An invoice of a customer and month that is there already is left out.
   * @returns the ids in the order given; null = it was there. @throws StorageError FENCED
   */
  issueInvoices(issue: InvoiceIssue): Promise<readonly (number | null)[]>;
  invoice(id: number): Promise<StoredInvoice | null>;
  linesOfInvoice(id: number): Promise<readonly InvoiceLine[]>;
  /** Oldest first. */
  ledgerOf(invoiceId: number): Promise<readonly StoredLedgerEntry[]>;
  invoices(query: InvoiceQuery): Promise<InvoicePage>;
  invoiceSums(filter: Omit<InvoiceFilter, 'text' | 'customerId'>): Promise<readonly InvoiceSum[]>;
  /** By month, both included. */
  receivedSums(
    issuers: readonly number[] | null,
    months: { readonly from: CivilMonth; readonly to: CivilMonth },
  ): Promise<readonly ReceivedSum[]>;
  /** @throws StorageError CONFLICT when the version is another one, FENCED */
  changeInvoice(change: InvoiceChange): Promise<StoredInvoice>;
  /** Of every customer who is past a due date. @param issuers Who issued what counts; null = everybody. */
  overdueCustomers(issuers: readonly number[] | null): Promise<readonly Overdue[]>;
  /** Unpaid, to be collected by a provider, and not charged there yet; oldest first, above an id. */
  pendingCharges(afterId: number, limit: number): Promise<readonly StoredInvoice[]>;
  invoiceByCharge(provider: PaymentProviderName, chargeId: string): Promise<StoredInvoice | null>;
  /** @returns false = it is known. */
  insertProviderEvent(event: ProviderEvent): Promise<boolean>;
  /** Not worked on yet, oldest first. */
  openProviderEvents(limit: number): Promise<readonly ProviderEvent[]>;
  endProviderEvent(event: ProviderEventKey): Promise<void>;
  /**
   * Deletes closed messages from before an instant, so many at most; open ones stay. @returns how many were deleted.
   */
  removeProviderEventsBefore(instant: number, most: number): Promise<number>;
}
