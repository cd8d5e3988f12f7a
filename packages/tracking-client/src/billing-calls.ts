import { ok } from '@rastro/base';
import {
  unbrandStatus,
  type BillingSummary,
  type CustomerDebt,
  type Invoice,
  type InvoiceDetail,
  type InvoiceOutcome,
  type InvoicePage,
  type InvoiceReminder,
  type OwnInvoice,
  type WrittenStatus,
} from '@rastro/fleet/billing';
import type { ExtensionRoutes, SentBodyOf, SentQueryOf } from '@rastro/fleet/api';
import type { Answer, Caller } from './caller.ts';

export type InvoiceQuestion = SentQueryOf<ExtensionRoutes['GET /billing/invoices']>;
export type InvoiceSheetQuestion = SentQueryOf<ExtensionRoutes['GET /billing/export']>;
export type NewInvoiceDraft = SentBodyOf<ExtensionRoutes['POST /billing/invoices']>;

/** Invoices: of who pays, and of who issues. */
export interface BillingCalls {
  /** Invoices of the caller, unpaid and paid. */
  mine(signal: AbortSignal): Promise<Answer<readonly OwnInvoice[]>>;
  read(id: number, signal: AbortSignal): Promise<Answer<InvoiceDetail>>;
  summary(signal: AbortSignal): Promise<Answer<BillingSummary>>;
  /** Customers past a due date. */
  debts(signal: AbortSignal): Promise<Answer<readonly CustomerDebt[]>>;
  /** Preview of the reminder to the customer of an unpaid invoice. */
  reminder(id: number, signal: AbortSignal): Promise<Answer<InvoiceReminder>>;
  /** Mails the reminder. */
  remind(id: number, signal: AbortSignal): Promise<Answer<InvoiceReminder>>;
  list(query: InvoiceQuestion, signal: AbortSignal): Promise<Answer<InvoicePage>>;
  /** All of a question as a file, in the caller's language. */
  sheet(query: InvoiceSheetQuestion, signal: AbortSignal): Promise<Answer<Blob>>;
  /** Of a paid one, as PDF. */
  receipt(id: number, signal: AbortSignal): Promise<Answer<Blob>>;
  issue(draft: NewInvoiceDraft, signal: AbortSignal): Promise<Answer<Invoice>>;
  /** Each for itself. */
  cancel(
    wanted: { readonly ids: readonly number[]; readonly reason: string },
    signal: AbortSignal,
  ): Promise<Answer<readonly InvoiceOutcome[]>>;
  receive(
    wanted: { readonly ids: readonly number[]; readonly reason: string; readonly day: string },
    signal: AbortSignal,
  ): Promise<Answer<readonly InvoiceOutcome[]>>;
}

export function billingCalls(caller: Caller<ExtensionRoutes>): BillingCalls {
  return {
    mine: async (signal) =>
      mapped(await caller.json('GET /invoices', {}, signal), (invoices) => invoices.map(withStatus)),
    read: async (id, signal) =>
      mapped(await caller.json('GET /invoices/:id', { params: { id } }, signal), withLedger),
    summary: (signal) => caller.json('GET /billing/summary', {}, signal),
    debts: (signal) => caller.json('GET /billing/debts', {}, signal),
    reminder: (id, signal) => caller.json('GET /billing/reminders/:id', { params: { id } }, signal),
    remind: (id, signal) => caller.json('POST /billing/reminders/:id', { params: { id } }, signal),
    list: async (query, signal) =>
      mapped(await caller.json('GET /billing/invoices', { query }, signal), ({ invoices, next }) => ({
        invoices: invoices.map(withStatus),
        next,
      })),
    sheet: (query, signal) => caller.blob('GET /billing/export', { query }, signal),
    receipt: (id, signal) => caller.blob('GET /invoices/:id/receipt', { params: { id } }, signal),
    issue: async (json, signal) =>
      mapped(await caller.json('POST /billing/invoices', { json }, signal), withStatus),
    cancel: ({ ids, reason }, signal) =>
      caller.json('POST /billing/cancel', { json: { ids: [...ids], reason } }, signal),
    receive: ({ ids, ...what }, signal) =>
      caller.json('POST /billing/receive', { json: { ids: [...ids], ...what } }, signal),
  };
}

const mapped = <A, B>(answer: Answer<A>, change: (value: A) => B): Answer<B> =>
  answer.ok ? ok(change(answer.value)) : answer;

const withStatus = <T extends { readonly status: WrittenStatus }>(invoice: T) => ({
  ...invoice,
  status: unbrandStatus(invoice.status),
});
const withLedger = ({ ledger, ...invoice }: InvoiceDetail<WrittenStatus>): InvoiceDetail => ({
  ...withStatus(invoice),
  ledger: ledger.map(({ from, to, ...entry }) => ({
    ...entry,
    from: from && unbrandStatus(from),
    to: unbrandStatus(to),
  })),
});
