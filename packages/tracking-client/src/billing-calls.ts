import type {
  BillingSummary,
  CustomerDebt,
  InvoiceReminder,
  Invoice,
  InvoiceDetail,
  InvoiceOutcome,
  InvoicePage,
  OwnInvoice,
} from '@rastro/fleet/billing';
import type { ExtensionRoutes, SentBodyOf, SentQueryOf } from '@rastro/fleet/api';
import type { Answer, Caller } from './caller.ts';

export type InvoiceQuestion = SentQueryOf<ExtensionRoutes['GET /billing/invoices']>;
export type InvoiceSheetQuestion = SentQueryOf<ExtensionRoutes['GET /billing/export']>;
export type NewInvoiceDraft = SentBodyOf<ExtensionRoutes['POST /billing/invoices']>;

/** Invoices: of who pays, and of who issues. */
export interface BillingCalls {
  /** What the caller owes and has paid. */
  mine(signal: AbortSignal): Promise<Answer<readonly OwnInvoice[]>>;
  read(id: number, signal: AbortSignal): Promise<Answer<InvoiceDetail>>;
  summary(signal: AbortSignal): Promise<Answer<BillingSummary>>;
  /** Who is past a due date. */
  debts(signal: AbortSignal): Promise<Answer<readonly CustomerDebt[]>>;
  /** What the customer of an unpaid invoice would be told now. */
  reminder(id: number, signal: AbortSignal): Promise<Answer<InvoiceReminder>>;
  /** Tells him by mail. */
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
    mine: (signal) => caller.json('GET /invoices', {}, signal),
    read: (id, signal) => caller.json('GET /invoices/:id', { params: { id } }, signal),
    summary: (signal) => caller.json('GET /billing/summary', {}, signal),
    debts: (signal) => caller.json('GET /billing/debts', {}, signal),
    reminder: (id, signal) => caller.json('GET /billing/reminders/:id', { params: { id } }, signal),
    remind: (id, signal) => caller.json('POST /billing/reminders/:id', { params: { id } }, signal),
    list: (query, signal) => caller.json('GET /billing/invoices', { query }, signal),
    sheet: (query, signal) => caller.blob('GET /billing/export', { query }, signal),
    receipt: (id, signal) => caller.blob('GET /invoices/:id/receipt', { params: { id } }, signal),
    issue: (json, signal) => caller.json('POST /billing/invoices', { json }, signal),
    cancel: ({ ids, reason }, signal) =>
      caller.json('POST /billing/cancel', { json: { ids: [...ids], reason } }, signal),
    receive: ({ ids, ...what }, signal) =>
      caller.json('POST /billing/receive', { json: { ids: [...ids], ...what } }, signal),
  };
}
