import { Readable } from 'node:stream';
import { csvLine } from '@rastro/fleet/sheets';
import type { InvoiceQuery, StoredInvoice } from '@rastro/storage';
import type { ExtensionCall, ExtensionReply } from '../extension-route.ts';
import { billingRefusals } from './billing-refusals.ts';
import type { BillingRoom } from './billing-room.ts';
import { visibleIssuers } from './invoice-access.ts';
import { readInvoiceQuery } from './invoice-query.ts';

const PAGE = 500;
/** Spreadsheets read umlauts and accents right when the file says that it is UTF-8. */
const MARK = '\uFEFF';

/** All invoices of a question, page after page: none waits for the last. */
export async function exportInvoices(
  room: BillingRoom,
  { caller, query }: ExtensionCall<'GET /billing/export'>,
): Promise<ExtensionReply> {
  const read = readInvoiceQuery({ ...query, limit: PAGE }, await visibleIssuers(room, caller));
  if (!read.ok) return billingRefusals.unreadable(read.problem);
  const headers = {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="invoices.csv"',
  };
  return { status: 200, headers, body: Readable.from(linesOf(room, read.query)) };
}

const money = (cents: number | null): string => (cents === null ? '' : (cents / 100).toFixed(2));
const COLUMNS: Readonly<Record<string, (invoice: StoredInvoice) => string | number | null>> = {
  id: ({ id }) => id,
  customerId: ({ customerId }) => customerId,
  customer: ({ customerName }) => customerName,
  issuerId: ({ issuerId }) => issuerId,
  month: ({ month }) => month,
  dueDate: ({ dueDate }) => dueDate,
  value: ({ value }) => money(value),
  status: ({ status }) => status,
  paidDate: ({ paidDate }) => paidDate,
  paidValue: ({ paidValue }) => money(paidValue),
  vehicles: ({ count }) => count,
  provider: ({ provider }) => provider,
  description: ({ description }) => description,
  reason: ({ reason }) => reason,
};

async function* linesOf({ storage }: BillingRoom, query: InvoiceQuery): AsyncGenerator<string> {
  yield MARK + csvLine(Object.keys(COLUMNS));
  for (let { after } = query; ;) {
    const page = await storage.invoices({ ...query, after });
    yield page.invoices
      .map((invoice) => csvLine(Object.values(COLUMNS).map((read) => read(invoice))))
      .join('');
    if (page.next === null) return;
    after = page.next;
  }
}
