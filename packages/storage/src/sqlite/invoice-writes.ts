import type { DatabaseSync } from 'node:sqlite';
import type { NewLedgerEntry } from '@rastro/fleet/billing';
import { amountDue } from '@rastro/fleet/threads';
import type {
  InvoiceChange,
  InvoiceIssue,
  NewInvoice,
  ProviderEvent,
  ProviderEventKey,
  StoredInvoice,
} from '../invoice-port.ts';
import { StorageError } from '../storage-error.ts';
import { inTransaction } from './in-transaction.ts';
import { toInvoice } from '../rows/invoice-rows.ts';
import type { WithinCommit } from './within-commit.ts';

export function invoiceWrites(db: DatabaseSync, within: WithinCommit) {
  return {
    issueInvoices: issueOf(db, within),
    changeInvoice: changeOf(db, within),
    ...providerEventWrites(db),
  };
}

function issueOf(db: DatabaseSync, { appendAction, requireLease }: WithinCommit) {
  const issueOne = issueOneOf(db);
  // A clock that went back leaves what is made.
  const move = db.prepare(
    'UPDATE billed_customers SET next_month = max(next_month, ?) WHERE customer_id = ?',
  );
  return ({ invoices, userId, actions = [], done = [], under }: InvoiceIssue): readonly (number | null)[] =>
    inTransaction(db, () => {
      requireLease(under);
      const ids = invoices.map((invoice) => issueOne(invoice, userId));
      for (const { customerId, nextMonth } of done) move.run(nextMonth, customerId);
      for (const action of actions) appendAction(action);
      return ids;
    });
}

function issueOneOf(db: DatabaseSync): (invoice: NewInvoice, userId: number) => number | null {
  const insert = db.prepare(
    `INSERT INTO invoices (issuer_id, customer_id, customer_name, customer_key, month, due_date, original_due_date,
     value, status, count, description, terms, reason, provider, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (customer_id, month) WHERE month IS NOT NULL DO NOTHING RETURNING id`,
  );
  // Numbers of invoices are not spent on what is there already.
  const known = db.prepare('SELECT 1 AS one FROM invoices WHERE customer_id = ? AND month = ?');
  const named = db.prepare('INSERT OR REPLACE INTO invoice_customers VALUES (?, ?)');
  const insertLines = db.prepare('INSERT INTO invoice_lines VALUES (?, ?)');
  const append = appendLedgerOf(db);
  return (invoice, userId) => {
    const { issuerId, customerId, customerName, customerKey, month, dueDate, originalDueDate } = invoice;
    const { value, status, count, description, terms, reason, provider, createdAt, lines } = invoice;
    if (month !== null && known.get(customerId, month)) return null;
    const who = [issuerId, customerId, customerName, customerKey] as const;
    const what = [month, dueDate, originalDueDate, value, status, count, description] as const;
    const row = insert.get(...who, ...what, JSON.stringify(terms), reason, provider, createdAt);
    if (!row) return null;
    const id = Number(row['id']);
    named.run(customerId, customerKey);
    if (lines.length > 0) insertLines.run(id, JSON.stringify(lines));
    append(id, createdAt, {
      kind: 'issued',
      from: null,
      to: status,
      amount: amountDue(invoice),
      userId,
      provider: null,
      eventId: null,
      reason,
    });
    return id;
  };
}

function appendLedgerOf(db: DatabaseSync): (id: number, at: number, entry: NewLedgerEntry) => void {
  const insert = db.prepare(
    `INSERT INTO invoice_ledger (invoice_id, at, kind, from_status, to_status, amount, user_id, provider, event_id, reason)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  return (id, at, { kind, from, to, amount, userId, provider, eventId, reason }) => {
    insert.run(id, at, kind, from, to, amount, userId, provider, eventId, reason);
  };
}

function changeOf(db: DatabaseSync, { appendAction, requireLease }: WithinCommit) {
  const byId = db.prepare('SELECT * FROM invoices WHERE id = ?');
  const update = db.prepare(
    `UPDATE invoices SET status = ?, due_date = ?, paid_date = ?, paid_value = ?, reason = ?, provider = ?, charge_id = ?,
     charge = ?, version = version + 1 WHERE id = ?`,
  );
  const append = appendLedgerOf(db);
  return ({ id, replaces, set, entry, at, actions = [], under }: InvoiceChange): StoredInvoice =>
    inTransaction(db, () => {
      requireLease(under);
      const row = byId.get(id);
      const version = Number(row?.['version'] ?? 0);
      if (!row || version !== replaces)
        throw new StorageError(`replace version ${replaces} of invoice ${id}: it has ${version}`, 'CONFLICT');
      const next: StoredInvoice = { ...toInvoice(row), ...set, version: version + 1 };
      const { status, dueDate, paidDate, paidValue, reason, provider, charge } = next;
      const paid = [paidDate ?? '', paidDate === null ? null : (paidValue ?? 0)] as const;
      const chargeText = charge === null ? null : JSON.stringify(charge);
      update.run(status, dueDate, ...paid, reason, provider, charge?.id ?? null, chargeText, id);
      append(id, at, entry);
      for (const action of actions) appendAction(action);
      return next;
    });
}

function providerEventWrites(db: DatabaseSync) {
  const insert = db.prepare(
    'INSERT INTO provider_events (provider, event_id, issuer_id, body, at) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
  );
  const end = db.prepare(
    'UPDATE provider_events SET is_open = 0 WHERE provider = ? AND issuer_id = ? AND event_id = ?',
  );
  const remove = db.prepare(
    `DELETE FROM provider_events WHERE rowid IN
     (SELECT rowid FROM provider_events WHERE is_open = 0 AND at < ? ORDER BY at LIMIT ?)`,
  );
  return {
    removeProviderEventsBefore: (instant: number, most: number): number =>
      Number(remove.run(instant, most).changes),
    insertProviderEvent: ({ provider, eventId, issuerId, body, at }: ProviderEvent): boolean =>
      insert.run(provider, eventId, issuerId, body, at).changes > 0,
    endProviderEvent: ({ provider, issuerId, eventId }: ProviderEventKey): void => {
      end.run(provider, issuerId, eventId);
    },
  };
}
