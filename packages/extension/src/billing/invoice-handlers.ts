import { duesOn, writeStatus } from '@rastro/fleet/billing';
import type { ExtensionCall, ExtensionReply } from '../extension-route.ts';
import type { BillingRoom } from './billing-room.ts';
import { answeredInvoice } from './answered-invoice.ts';
import { seesInvoice, visibleIssuers } from './invoice-access.ts';
import { cancelInvoices, receiveInvoices } from './invoice-acts.ts';
import { exportInvoices } from './exports/export-invoices.ts';
import { NO_FILTER, readInvoiceQuery, writtenCursor } from './invoice-query.ts';
import { issueByHand } from './issue-by-hand.ts';
import { billingRefusals } from './billing-refusals.ts';
import { readSummary } from './billing-summary.ts';
import { whileKept } from './while-kept.ts';

/** Of the newest: older ones stand in the list of who issued them. */
const MOST_OWN = 200;

/** What invoices are asked for and told. */
export const invoiceHandlers = (room: BillingRoom) => ({
  'GET /invoices': kept(room, ownInvoices),
  'GET /invoices/:id': kept(room, oneInvoice),
  'GET /billing/summary': kept(room, readSummary),
  'GET /billing/debts': kept(room, listDebts),
  'GET /billing/invoices': kept(room, listInvoices),
  'GET /billing/export': kept(room, exportInvoices),
  'POST /billing/invoices': kept(room, issueByHand),
  'POST /billing/cancel': kept(room, cancelInvoices),
  'POST /billing/receive': kept(room, receiveInvoices),
});

const kept =
  <C>(room: BillingRoom, answer: (room: BillingRoom, call: C) => Promise<ExtensionReply>) =>
  (call: C): Promise<ExtensionReply> =>
    whileKept(() => answer(room, call));

async function ownInvoices(
  room: BillingRoom,
  { caller }: ExtensionCall<'GET /invoices'>,
): Promise<ExtensionReply> {
  const today = await room.today();
  const { invoices } = await room.storage.invoices({
    ...NO_FILTER,
    customerId: caller.id,
    sort: 'dueDate',
    isDescending: true,
    after: null,
    limit: MOST_OWN,
  });
  const shown = invoices.map(async (invoice) => ({
    ...answeredInvoice(invoice, room.brand),
    dues: duesOn(invoice, today),
    pix: await room.pixOf(invoice, today),
  }));
  return { status: 200, body: await Promise.all(shown) };
}

/** Of what the caller and resellers below him have issued; administrators see all. */
async function listDebts(
  room: BillingRoom,
  { caller }: ExtensionCall<'GET /billing/debts'>,
): Promise<ExtensionReply> {
  const debts = await room.storage.overdueCustomers(await visibleIssuers(room, caller));
  return { status: 200, body: debts.filter(({ customerId }) => customerId !== caller.id) };
}

async function oneInvoice(
  room: BillingRoom,
  { caller, params }: ExtensionCall<'GET /invoices/:id'>,
): Promise<ExtensionReply> {
  const { storage } = room;
  const invoice = await storage.invoice(params.id);
  if (!invoice || !(await seesInvoice(room, caller, invoice))) return billingRefusals.noInvoice();
  const [lines, ledger] = await Promise.all([
    storage.linesOfInvoice(invoice.id),
    storage.ledgerOf(invoice.id),
  ]);
  const shown = ledger.map(({ at, from, to, ...entry }) => ({
    ...entry,
    from: from && writeStatus(from, room.brand),
    to: writeStatus(to, room.brand),
    time: new Date(at).toISOString(),
  }));
  return { status: 200, body: { ...answeredInvoice(invoice, room.brand), lines, ledger: shown } };
}

async function listInvoices(
  room: BillingRoom,
  { caller, query }: ExtensionCall<'GET /billing/invoices'>,
): Promise<ExtensionReply> {
  const read = readInvoiceQuery(query, await visibleIssuers(room, caller));
  if (!read.ok) return billingRefusals.unreadable(read.problem);
  const page = await room.storage.invoices(read.query);
  return {
    status: 200,
    body: {
      invoices: page.invoices.map((invoice) => answeredInvoice(invoice, room.brand)),
      next: page.next && writtenCursor(page.next),
    },
  };
}
