import type {
  InvoiceFilter,
  InvoiceQuery,
  InvoiceSort,
  InvoiceStorage,
  StoredInvoice,
} from '../invoice-port.ts';
import { dayIn, monthIn, statusIn, toInvoice, toLedgerEntry, toProviderEvent } from '../rows/invoice-rows.ts';
import { parsed, patternOf, type Row } from '../rows/values.ts';
import { Bound, whereAll } from './bound.ts';
import type { PostgresDatabase } from './postgres-database.ts';

type Reads = Pick<
  InvoiceStorage,
  | 'invoice'
  | 'linesOfInvoice'
  | 'ledgerOf'
  | 'pendingCharges'
  | 'invoiceByCharge'
  | 'openProviderEvents'
  | 'overdueCustomers'
  | 'invoices'
  | 'invoiceSums'
  | 'receivedSums'
>;

export const invoiceReads = (db: PostgresDatabase): Reads => ({
  ...singleReads(db),
  ...sumReads(db),
  async invoices(query) {
    const { sort, limit } = query;
    const column = COLUMNS[sort];
    const { sql, values } = pageSql(query, column);
    const rows = await db.all(sql, values);
    const last = rows.length > limit ? rows[limit - 1] : undefined;
    const key = last?.[column];
    return {
      invoices: rows.slice(0, limit).map(toInvoice),
      next:
        last && key !== undefined
          ? { key: typeof key === 'string' ? key : Number(key), id: Number(last['id']) }
          : null,
    };
  },
});

function singleReads(db: PostgresDatabase) {
  const one = (row: Row | undefined): StoredInvoice | null => (row ? toInvoice(row) : null);
  return {
    invoice: async (id: number) => one((await db.all('SELECT * FROM invoices WHERE id = $1', [id]))[0]),
    async invoiceByCharge(provider, chargeId) {
      const sql = 'SELECT * FROM invoices WHERE provider = $1 AND charge_id = $2';
      return one((await db.all(sql, [provider, chargeId]))[0]);
    },
    async linesOfInvoice(id) {
      const [row] = await db.all('SELECT lines FROM invoice_lines WHERE invoice_id = $1', [id]);
      return parsed(row?.['lines'] ?? '[]');
    },
    async ledgerOf(invoiceId) {
      const sql = 'SELECT * FROM invoice_ledger WHERE invoice_id = $1 ORDER BY id';
      return (await db.all(sql, [invoiceId])).map(toLedgerEntry);
    },
    async pendingCharges(afterId, limit) {
      const rows = await db.all(
        `SELECT * FROM invoices WHERE charge_id IS NULL AND provider <> 'manual'
         AND status IN ('PENDING', 'OVERDUE') AND id > $1 ORDER BY id LIMIT $2`,
        [afterId, limit],
      );
      return rows.map(toInvoice);
    },
    async openProviderEvents(limit) {
      const sql = 'SELECT * FROM provider_events WHERE is_open ORDER BY at, event_id LIMIT $1';
      return (await db.all(sql, [limit])).map(toProviderEvent);
    },
  } satisfies Partial<Reads>;
}

function sumReads(db: PostgresDatabase) {
  return {
    async overdueCustomers(issuers) {
      const rows = await db.all(
        `SELECT customer_id, min(due_date) AS oldest, count(*) AS count, sum(value)::bigint AS value FROM invoices
         WHERE status IN ('OVERDUE', 'DUNNING_REQUESTED') AND ($1::bigint[] IS NULL OR issuer_id = ANY($1))
         GROUP BY customer_id`,
        [issuers],
      );
      return rows.map((row) => ({
        customerId: Number(row['customer_id']),
        oldestDue: dayIn(row['oldest']),
        count: Number(row['count']),
        value: Number(row['value']),
      }));
    },
    async invoiceSums(filter) {
      const bound = new Bound();
      const where = whereAll([...conditionsOf(filter, bound), 'count > 0']);
      const rows = await db.all(
        `SELECT status, due_date, sum(count)::bigint AS count, sum(value)::bigint AS value FROM invoice_sums
         ${where} GROUP BY status, due_date ORDER BY due_date, status`,
        bound.values,
      );
      return rows.map((row) => ({
        status: statusIn(row['status']),
        dueDate: dayIn(row['due_date']),
        count: Number(row['count']),
        value: Number(row['value']),
      }));
    },
    async receivedSums(issuers, { from, to }) {
      const rows = await db.all(
        `SELECT month, sum(count)::bigint AS count, sum(value)::bigint AS value FROM invoice_received
         WHERE month BETWEEN $1 AND $2 AND ($3::bigint[] IS NULL OR issuer_id = ANY($3))
         GROUP BY month HAVING sum(count) > 0 ORDER BY month`,
        [from, to, issuers],
      );
      return rows.map((row) => ({
        month: monthIn(row['month']),
        count: Number(row['count']),
        value: Number(row['value']),
      }));
    },
  } satisfies Partial<Reads>;
}

/** Each has an index with the id behind it. */
const COLUMNS: Readonly<Record<InvoiceSort, string>> = {
  dueDate: 'due_date',
  value: 'value',
  customer: 'customer_key',
  paidDate: 'paid_date',
};

function conditionsOf(
  { issuers, statuses, dueFrom, dueTo }: Omit<InvoiceFilter, 'text' | 'customerId'>,
  bound: Bound,
): readonly (string | null)[] {
  return [
    issuers && `issuer_id = ANY(${bound.of(issuers)}::bigint[])`,
    statuses && `status = ANY(${bound.of(statuses)}::text[])`,
    dueFrom && `due_date >= ${bound.of(dueFrom)}`,
    dueTo && `due_date <= ${bound.of(dueTo)}`,
  ];
}

/** Selects customers whose name contains all words; a number also matches an invoice. */
function textCondition(text: string, bound: Bound): string {
  const words = text.split(/\s+/).filter((word) => word !== '');
  const like = words.map((word) => `customer_key LIKE ${bound.of(patternOf(word))}`).join(' AND ') || 'true';
  const named = `customer_id IN (SELECT customer_id FROM invoice_customers WHERE ${like})`;
  return /^#?\d{1,12}$/.test(text) ? `(id = ${bound.of(Number(text.replace('#', '')))} OR ${named})` : named;
}

function pageSql(
  query: InvoiceQuery,
  column: string,
): { readonly sql: string; readonly values: readonly unknown[] } {
  const { isDescending, after, limit, customerId, text } = query;
  const bound = new Bound();
  const [compare, order] = isDescending ? ['<', 'DESC'] : ['>', 'ASC'];
  const where = whereAll([
    ...conditionsOf(query, bound),
    customerId === null ? null : `customer_id = ${bound.of(customerId)}`,
    text === null ? null : textCondition(text, bound),
    after && `(${column}, id) ${compare} (${bound.of(after.key)}, ${bound.of(after.id)})`,
  ]);
  const sql = `SELECT * FROM invoices ${where} ORDER BY ${column} ${order}, id ${order} LIMIT ${bound.of(limit + 1)}`;
  return { sql, values: bound.values };
}
