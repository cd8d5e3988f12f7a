import { amountDue } from '@rastro/fleet/threads';
import type { InvoiceChange, InvoiceStorage, NewInvoice, StoredInvoice } from '../invoice-port.ts';
import { toInvoice } from '../rows/invoice-rows.ts';
import { StorageError } from '../storage-error.ts';
import { appendActions } from './audit-methods.ts';
import { columnsOf } from './bound.ts';
import { requireLease } from './lease-methods.ts';
import type { PostgresDatabase, Queries } from './postgres-database.ts';

type Writes = Pick<
  InvoiceStorage,
  | 'issueInvoices'
  | 'changeInvoice'
  | 'insertProviderEvent'
  | 'endProviderEvent'
  | 'removeProviderEventsBefore'
>;

export const invoiceWrites = (db: PostgresDatabase): Writes => ({
  issueInvoices: ({ invoices, userId, actions = [], done = [], under }) =>
    db.transaction(async (queries) => {
      await requireLease(queries, under);
      const ids: (number | null)[] = [];
      for (const invoice of invoices) ids.push(await issueOne(queries, invoice, userId));
      if (done.length > 0)
        await queries.run(
          // A clock that went back leaves what is made.
          `UPDATE billed_customers SET next_month = greatest(next_month, made.month)
           FROM unnest($1::bigint[], $2::text[]) AS made (id, month) WHERE customer_id = made.id`,
          columnsOf(done, ({ customerId, nextMonth }) => [customerId, nextMonth]),
        );
      await appendActions(queries, actions);
      return ids;
    }),
  changeInvoice: (change) => db.transaction((queries) => changeInvoice(queries, change)),
  insertProviderEvent: async ({ provider, eventId, issuerId, body, at }) =>
    (await db.run(
      `INSERT INTO provider_events (provider, event_id, issuer_id, body, at) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT DO NOTHING`,
      [provider, eventId, issuerId, body, at],
    )) > 0,
  async endProviderEvent({ provider, issuerId, eventId }) {
    await db.run(
      'UPDATE provider_events SET is_open = false WHERE provider = $1 AND issuer_id = $2 AND event_id = $3',
      [provider, issuerId, eventId],
    );
  },
  removeProviderEventsBefore: (instant, most) =>
    db.run(
      `DELETE FROM provider_events WHERE (provider, issuer_id, event_id) IN
       (SELECT provider, issuer_id, event_id FROM provider_events WHERE NOT is_open AND at < $1 ORDER BY at LIMIT $2)`,
      [instant, most],
    ),
});

/**
 * One statement for the invoice and all that goes with it. Numbers of invoices are not spent on what is there already:
 * hence the look before the insertion, which the unique index secures.
 */
const ISSUE = `
  WITH issued AS (
    INSERT INTO invoices (issuer_id, customer_id, customer_name, customer_key, month, due_date, original_due_date, value,
      status, count, description, terms, reason, provider, created_at)
    SELECT $1, $2, $3, $4, $5::text, $6, $7, $8, $9, $10, $11, $12, $13::text, $14, $15
    WHERE $5::text IS NULL OR NOT EXISTS (SELECT 1 FROM invoices WHERE customer_id = $2 AND month = $5)
    ON CONFLICT (customer_id, month) WHERE month IS NOT NULL DO NOTHING RETURNING id
  ), named AS (
    INSERT INTO invoice_customers SELECT $2, $4 FROM issued
    ON CONFLICT (customer_id) DO UPDATE SET customer_key = excluded.customer_key
  ), lined AS (
    INSERT INTO invoice_lines SELECT id, $16::text FROM issued WHERE $16::text <> '[]'
  ), booked AS (
    INSERT INTO invoice_ledger (invoice_id, at, kind, to_status, amount, user_id, reason)
    SELECT id, $15, 'issued', $9, $17, $18, $13 FROM issued
  ) SELECT id FROM issued`;

async function issueOne(queries: Queries, invoice: NewInvoice, userId: number): Promise<number | null> {
  const { issuerId, customerId, customerName, customerKey, month, dueDate, originalDueDate } = invoice;
  const { value, status, count, description, terms, reason, provider, createdAt, lines } = invoice;
  const who = [issuerId, customerId, customerName, customerKey];
  const what = [month, dueDate, originalDueDate, value, status, count, description, JSON.stringify(terms)];
  const rest = [reason, provider, createdAt, JSON.stringify(lines), amountDue(invoice), userId];
  const [row] = await queries.all(ISSUE, [...who, ...what, ...rest]);
  return row ? Number(row['id']) : null;
}

async function changeInvoice(queries: Queries, change: InvoiceChange): Promise<StoredInvoice> {
  const { id, replaces, set, entry, at, actions = [], under } = change;
  await requireLease(queries, under);
  const [row] = await queries.all('SELECT * FROM invoices WHERE id = $1 FOR UPDATE', [id]);
  const version = Number(row?.['version'] ?? 0);
  if (!row || version !== replaces)
    throw new StorageError(`replace version ${replaces} of invoice ${id}: it has ${version}`, 'CONFLICT');
  const next: StoredInvoice = { ...toInvoice(row), ...set, version: version + 1 };
  const { status, dueDate, paidDate, paidValue, reason, provider, charge } = next;
  const paid = [paidDate ?? '', paidDate === null ? null : (paidValue ?? 0)];
  const chargeText = charge === null ? null : JSON.stringify(charge);
  await queries.run(
    `UPDATE invoices SET status = $1, due_date = $2, paid_date = $3, paid_value = $4, reason = $5, provider = $6,
     charge_id = $7, charge = $8, version = version + 1 WHERE id = $9`,
    [status, dueDate, ...paid, reason, provider, charge?.id ?? null, chargeText, id],
  );
  const { kind, from, to, amount, userId, provider: by, eventId, reason: why } = entry;
  await queries.run(
    `INSERT INTO invoice_ledger (invoice_id, at, kind, from_status, to_status, amount, user_id, provider, event_id, reason)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [id, at, kind, from, to, amount, userId, by, eventId, why],
  );
  await appendActions(queries, actions);
  return next;
}
