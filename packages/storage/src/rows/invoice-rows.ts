import type { CivilDate, CivilMonth } from '@rastro/fleet/billing';
import {
  PAYMENT_PROVIDERS,
  INVOICE_STATUSES,
  LEDGER_KINDS,
  readCivilDate,
  readCivilMonth,
} from '@rastro/fleet/threads';
import type { ProviderEvent, StoredInvoice, StoredLedgerEntry } from '../invoice-port.ts';
import { StorageError } from '../storage-error.ts';
import { parsed, type Row } from './values.ts';

/** Money is never guessed: an unreadable value is a broken store. */
function known<T>(value: T | null | undefined, what: unknown): T {
  if (value === null || value === undefined)
    throw new StorageError(`read ${String(what)} in an invoice`, 'UNAVAILABLE');
  return value;
}
const oneOf = <T extends string>(words: readonly T[], value: unknown): T =>
  known(
    words.find((word) => word === value),
    value,
  );
const maybe = <T>(value: unknown, read: (value: unknown) => T): T | null =>
  value === null || value === '' ? null : read(value);
export const dayIn = (value: unknown): CivilDate => known(readCivilDate(String(value)), value);
export const monthIn = (value: unknown): CivilMonth => known(readCivilMonth(String(value)), value);
export const statusIn = (value: unknown) => oneOf(INVOICE_STATUSES, value);

export const toInvoice = (row: Row): StoredInvoice => ({
  id: Number(row['id']),
  issuerId: Number(row['issuer_id']),
  customerId: Number(row['customer_id']),
  customerName: String(row['customer_name']),
  month: maybe(row['month'], monthIn),
  dueDate: dayIn(row['due_date']),
  originalDueDate: dayIn(row['original_due_date']),
  value: Number(row['value']),
  status: statusIn(row['status']),
  paidDate: maybe(row['paid_date'], dayIn),
  paidValue: maybe(row['paid_value'], Number),
  count: Number(row['count']),
  description: String(row['description']),
  terms: parsed(row['terms']),
  reason: maybe(row['reason'], String),
  provider: oneOf(PAYMENT_PROVIDERS, row['provider']),
  charge: parsed(row['charge']),
  createdAt: Number(row['created_at']),
  version: Number(row['version']),
});

export const toLedgerEntry = (row: Row): StoredLedgerEntry => ({
  id: Number(row['id']),
  invoiceId: Number(row['invoice_id']),
  at: Number(row['at']),
  kind: oneOf(LEDGER_KINDS, row['kind']),
  from: maybe(row['from_status'], statusIn),
  to: statusIn(row['to_status']),
  amount: Number(row['amount']),
  userId: Number(row['user_id']),
  provider: maybe(row['provider'], (value) => oneOf(PAYMENT_PROVIDERS, value)),
  eventId: maybe(row['event_id'], String),
  reason: maybe(row['reason'], String),
});

export const toProviderEvent = (row: Row): ProviderEvent => ({
  provider: oneOf(PAYMENT_PROVIDERS, row['provider']),
  issuerId: Number(row['issuer_id']),
  eventId: String(row['event_id']),
  body: String(row['body']),
  at: Number(row['at']),
});
