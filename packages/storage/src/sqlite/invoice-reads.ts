import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { CivilMonth, InvoiceLine, PaymentProviderName } from '@rastro/fleet/billing';
import type {
  InvoiceFilter,
  InvoicePage,
  InvoiceQuery,
  InvoiceSort,
  InvoiceSum,
  Overdue,
  ProviderEvent,
  ReceivedSum,
  StoredInvoice,
  StoredLedgerEntry,
} from '../invoice-port.ts';
import { dayIn, monthIn, statusIn, toInvoice, toLedgerEntry, toProviderEvent } from '../rows/invoice-rows.ts';
import { parsed, patternOf } from '../rows/values.ts';

export function invoiceReads(db: DatabaseSync) {
  const statementOf = statementsOf(db);
  return {
    ...singleReads(db),
    ...sumReads(statementOf),
    ...eventReads(db),
    ...overdueReads(db),
    invoices: pageOf(statementOf),
  };
}

type StatementOf = (sql: string) => StatementSync;
/** One per combination of filters, which are few: no value is ever part of the SQL text. */
function statementsOf(db: DatabaseSync): StatementOf {
  const known = new Map<string, StatementSync>();
  return (sql) => {
    const found = known.get(sql) ?? db.prepare(sql);
    known.set(sql, found);
    return found;
  };
}

function singleReads(db: DatabaseSync) {
  const byId = db.prepare('SELECT * FROM invoices WHERE id = ?');
  const byCharge = db.prepare('SELECT * FROM invoices WHERE provider = ? AND charge_id = ?');
  const lines = db.prepare('SELECT lines FROM invoice_lines WHERE invoice_id = ?');
  const ledger = db.prepare('SELECT * FROM invoice_ledger WHERE invoice_id = ? ORDER BY id');
  const pending = db.prepare(
    `SELECT * FROM invoices INDEXED BY invoices_owed WHERE charge_id IS NULL AND provider <> 'manual'
     AND status IN ('PENDING', 'OVERDUE') AND id > ? ORDER BY id LIMIT ?`,
  );
  const one = (row: Record<string, unknown> | undefined) => (row ? toInvoice(row) : null);
  return {
    invoice: (id: number): StoredInvoice | null => one(byId.get(id)),
    invoiceByCharge: (provider: PaymentProviderName, chargeId: string): StoredInvoice | null =>
      one(byCharge.get(provider, chargeId)),
    linesOfInvoice: (id: number): readonly InvoiceLine[] => parsed(lines.get(id)?.['lines'] ?? '[]'),
    ledgerOf: (id: number): readonly StoredLedgerEntry[] => ledger.all(id).map(toLedgerEntry),
    pendingCharges: (afterId: number, limit: number): readonly StoredInvoice[] =>
      pending.all(afterId, limit).map(toInvoice),
  };
}

function overdueReads(db: DatabaseSync) {
  const summed = (condition: string) =>
    db.prepare(
      `SELECT customer_id, min(due_date) AS oldest, count(*) AS count, sum(value) AS value
       FROM invoices INDEXED BY invoices_overdue WHERE status IN ('OVERDUE', 'DUNNING_REQUESTED')${condition}
       GROUP BY customer_id`,
    );
  // Of everybody the index alone answers: it is asked for all the time.
  const ofAll = summed('');
  const ofSome = summed(' AND issuer_id IN (SELECT value FROM json_each(?))');
  return {
    overdueCustomers: (issuers: readonly number[] | null): readonly Overdue[] =>
      (issuers === null ? ofAll.all() : ofSome.all(JSON.stringify(issuers))).map((row) => ({
        customerId: Number(row['customer_id']),
        oldestDue: dayIn(row['oldest']),
        count: Number(row['count']),
        value: Number(row['value']),
      })),
  };
}

function eventReads(db: DatabaseSync) {
  const open = db.prepare('SELECT * FROM provider_events WHERE is_open = 1 ORDER BY at, event_id LIMIT ?');
  return {
    openProviderEvents: (limit: number): readonly ProviderEvent[] => open.all(limit).map(toProviderEvent),
  };
}

type Condition = readonly [sql: string, ...values: SQLInputValue[]];
const among = (column: string, values: readonly (string | number)[] | null): readonly Condition[] =>
  values === null ? [] : [[`${column} IN (SELECT value FROM json_each(?))`, JSON.stringify(values)]];
const joined = (conditions: readonly Condition[]): string =>
  conditions.length === 0 ? '' : `WHERE ${conditions.map(([sql]) => sql).join(' AND ')}`;
const valuesOf = (conditions: readonly Condition[]): readonly SQLInputValue[] =>
  conditions.flatMap(([, ...values]) => values);

const conditionsOf = ({
  issuers,
  statuses,
  dueFrom,
  dueTo,
}: Omit<InvoiceFilter, 'text' | 'customerId'>): readonly Condition[] => [
  ...among('issuer_id', issuers),
  ...among('status', statuses),
  ...(dueFrom === null ? [] : [['due_date >= ?', dueFrom] as const]),
  ...(dueTo === null ? [] : [['due_date <= ?', dueTo] as const]),
];

function sumReads(statementOf: StatementOf) {
  return {
    invoiceSums: (filter: Omit<InvoiceFilter, 'text' | 'customerId'>): readonly InvoiceSum[] => {
      const conditions = [...conditionsOf(filter), ['count > 0'] as const];
      const sql = `SELECT status, due_date, sum(count) AS count, sum(value) AS value FROM invoice_sums
        ${joined(conditions)} GROUP BY status, due_date ORDER BY due_date, status`;
      return statementOf(sql)
        .all(...valuesOf(conditions))
        .map((row) => ({
          status: statusIn(row['status']),
          dueDate: dayIn(row['due_date']),
          count: Number(row['count']),
          value: Number(row['value']),
        }));
    },
    receivedSums: (
      issuers: readonly number[] | null,
      { from, to }: { readonly from: CivilMonth; readonly to: CivilMonth },
    ): readonly ReceivedSum[] => {
      const conditions = [...among('issuer_id', issuers), ['month BETWEEN ? AND ?', from, to] as const];
      const sql = `SELECT month, sum(count) AS count, sum(value) AS value FROM invoice_received
        ${joined(conditions)} GROUP BY month HAVING sum(count) > 0 ORDER BY month`;
      return statementOf(sql)
        .all(...valuesOf(conditions))
        .map((row) => ({
          month: monthIn(row['month']),
          count: Number(row['count']),
          value: Number(row['value']),
        }));
    },
  };
}

/** Each with an index that covers every filter: rows that do not match are skipped without being read. */
const ORDERS: Readonly<Record<InvoiceSort, { readonly column: string; readonly index: string }>> = {
  dueDate: { column: 'due_date', index: 'invoices_due' },
  value: { column: 'value', index: 'invoices_value' },
  customer: { column: 'customer_key', index: 'invoices_name' },
  paidDate: { column: 'paid_date', index: 'invoices_paid' },
};
/** So few are sorted faster than found in an order. */
const FEW_CUSTOMERS = 300;
const FEW_INVOICES = 10_000;

function pageOf(statementOf: StatementOf): (query: InvoiceQuery) => InvoicePage {
  const whoOf = customersOf(statementOf);
  return (query) => {
    const { sort, isDescending, after, limit, statuses } = query;
    const { column, index } = ORDERS[sort];
    const { conditions: who, index: ofWho } = whoOf(query);
    const [compare, order] = isDescending ? ['<', 'DESC'] : ['>', 'ASC'];
    const page: readonly Condition[] =
      after === null ? [] : [[`(${column}, id) ${compare} (?, ?)`, after.key, after.id]];
    const conditions = [...conditionsOf(query), ...who, ...page];
    const isRare = ofWho === null && statuses !== null && countOf(statementOf, statuses) <= FEW_INVOICES;
    const from = ofWho ?? `INDEXED BY ${isRare ? 'invoices_status' : index}`;
    const sql = `SELECT * FROM invoices WHERE id IN (SELECT id FROM invoices ${from} ${joined(conditions)}
      ORDER BY ${column} ${order}, id ${order} LIMIT ?) ORDER BY ${column} ${order}, id ${order}`;
    const rows = statementOf(sql).all(...valuesOf(conditions), limit + 1);
    const last = rows.length > limit ? rows[limit - 1] : undefined;
    const key = last?.[column];
    return {
      invoices: rows.slice(0, limit).map(toInvoice),
      next:
        last && key !== undefined
          ? { key: sort === 'value' ? Number(key) : String(key), id: Number(last['id']) }
          : null,
    };
  };
}

/** Of all issuers: from the stored sums. */
const countOf = (statementOf: StatementOf, statuses: readonly string[]): number => {
  const sql = `SELECT coalesce(sum(count), 0) AS count FROM invoice_sums WHERE status IN (SELECT value FROM json_each(?))`;
  return Number(statementOf(sql).get(JSON.stringify(statuses))?.['count'] ?? 0);
};

interface CustomerFilter {
  readonly conditions: readonly Condition[];
  /** By which few are found at once; null = they are many. */
  readonly index: string | null;
}

/** Selects customers: one of them, or those whose name contains the text; a number also matches an invoice. */
function customersOf(statementOf: StatementOf): (query: InvoiceQuery) => CustomerFilter {
  const named = (text: string): readonly number[] => {
    const words = text.split(/\s+/).filter((word) => word !== '');
    const like = words.map(() => `customer_key LIKE ? ESCAPE '\\'`).join(' AND ') || 'true';
    const values = words.map(patternOf);
    return statementOf(`SELECT customer_id FROM invoice_customers WHERE ${like}`)
      .all(...values)
      .map((row) => Number(row['customer_id']));
  };
  return ({ text, customerId }) => {
    const one = among('customer_id', customerId === null ? null : [customerId]);
    const byCustomer = 'INDEXED BY invoices_customer';
    if (text === null) return { conditions: one, index: customerId === null ? null : byCustomer };
    const ids = named(text);
    const isFew = ids.length <= FEW_CUSTOMERS;
    if (!/^#?\d{1,12}$/.test(text)) {
      const conditions = [...one, ...among('customer_id', ids)];
      return { conditions, index: isFew || customerId !== null ? byCustomer : null };
    }
    const number: Condition = [
      '(id = ? OR customer_id IN (SELECT value FROM json_each(?)))',
      Number(text.replace('#', '')),
      JSON.stringify(ids),
    ];
    // Two indexes at once are for the database to choose.
    return { conditions: [...one, number], index: customerId !== null ? byCustomer : isFew ? '' : null };
  };
}
