import { duesOn, writeStatus } from '@rastro/fleet/billing';
import type { ExtensionCall, ExtensionReply } from '../extension-route.ts';
import type { BillingDeps } from './billing-deps.ts';
import { answeredInvoice } from './answered-invoice.ts';
import { seesInvoice, visibleIssuers } from './invoice-access.ts';
import { cancelInvoices, receiveInvoices } from './invoice-actions.ts';
import { exportInvoices } from './exports/export-invoices.ts';
import { NO_FILTER, readInvoiceQuery, writtenCursor } from './invoice-query.ts';
import { issueByHand } from './issue-by-hand.ts';
import { billingErrors } from './billing-errors.ts';
import { readSummary } from './billing-summary.ts';
import { withSourceErrors } from './with-source-errors.ts';

/** Of the newest: older ones stand in the list of who issued them. */
const MAX_OWN = 200;

/** Handlers that read and change invoices. */
export const invoiceHandlers = (deps: BillingDeps) => ({
  'GET /invoices': guarded(deps, ownInvoices),
  'GET /invoices/:id': guarded(deps, oneInvoice),
  'GET /billing/summary': guarded(deps, readSummary),
  'GET /billing/debts': guarded(deps, listDebts),
  'GET /billing/invoices': guarded(deps, listInvoices),
  'GET /billing/export': guarded(deps, exportInvoices),
  'POST /billing/invoices': guarded(deps, issueByHand),
  'POST /billing/cancel': guarded(deps, cancelInvoices),
  'POST /billing/receive': guarded(deps, receiveInvoices),
});

const guarded =
  <C>(deps: BillingDeps, answer: (deps: BillingDeps, call: C) => Promise<ExtensionReply>) =>
  (call: C): Promise<ExtensionReply> =>
    withSourceErrors(() => answer(deps, call));

async function ownInvoices(
  deps: BillingDeps,
  { caller }: ExtensionCall<'GET /invoices'>,
): Promise<ExtensionReply> {
  const today = await deps.today();
  const { invoices } = await deps.storage.invoices({
    ...NO_FILTER,
    customerId: caller.id,
    sort: 'dueDate',
    isDescending: true,
    after: null,
    limit: MAX_OWN,
  });
  const serialized = invoices.map(async (invoice) => ({
    ...answeredInvoice(invoice, deps.brand),
    dues: duesOn(invoice, today),
    pix: await deps.pixOf(invoice, today),
  }));
  return { status: 200, body: await Promise.all(serialized) };
}

/** Debts on invoices that the caller and resellers below them have issued; administrators see all. */
async function listDebts(
  deps: BillingDeps,
  { caller }: ExtensionCall<'GET /billing/debts'>,
): Promise<ExtensionReply> {
  const debts = await deps.storage.overdueCustomers(await visibleIssuers(deps, caller));
  return { status: 200, body: debts.filter(({ customerId }) => customerId !== caller.id) };
}

async function oneInvoice(
  deps: BillingDeps,
  { caller, params }: ExtensionCall<'GET /invoices/:id'>,
): Promise<ExtensionReply> {
  const { storage } = deps;
  const invoice = await storage.invoice(params.id);
  if (!invoice || !(await seesInvoice(deps, caller, invoice))) return billingErrors.noInvoice();
  const [lines, ledger] = await Promise.all([
    storage.linesOfInvoice(invoice.id),
    storage.ledgerOf(invoice.id),
  ]);
  const serialized = ledger.map(({ at, from, to, ...entry }) => ({
    ...entry,
    from: from && writeStatus(from, deps.brand),
    to: writeStatus(to, deps.brand),
    time: new Date(at).toISOString(),
  }));
  return { status: 200, body: { ...answeredInvoice(invoice, deps.brand), lines, ledger: serialized } };
}

async function listInvoices(
  deps: BillingDeps,
  { caller, query }: ExtensionCall<'GET /billing/invoices'>,
): Promise<ExtensionReply> {
  const read = readInvoiceQuery(query, await visibleIssuers(deps, caller));
  if (!read.ok) return billingErrors.unreadable(read.problem);
  const page = await deps.storage.invoices(read.query);
  return {
    status: 200,
    body: {
      invoices: page.invoices.map((invoice) => answeredInvoice(invoice, deps.brand)),
      next: page.next && writtenCursor(page.next),
    },
  };
}
