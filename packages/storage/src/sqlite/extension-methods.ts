import type { DatabaseSync } from 'node:sqlite';
import type { ExtensionDocument } from '../extension-document.ts';
import type { ExtensionBatch } from '../extension-port.ts';
import { StorageError } from '../storage-error.ts';
import { auditReads, auditWrites } from './audit-methods.ts';
import { customerReads, customerWrites } from './customer-methods.ts';
import { cursorWrite } from './cursor-write.ts';
import { inTransaction } from './in-transaction.ts';
import { leaseCheck, leaseMethods } from './lease-methods.ts';
import type { WithinCommit } from './within-commit.ts';
import { invoiceReads } from './invoice-reads.ts';
import { invoiceWrites } from './invoice-writes.ts';
import { privateReads, privateWrites } from './private-methods.ts';
import { toExtensionDocument } from '../rows/document-rows.ts';
import { accessLogReads, accessLogWrites } from './access-log-methods.ts';
import { listingReads, listingWrites } from './listing-methods.ts';

/** Everything that the store of the extension does. One thread: it holds little and is asked seldom. */
export function extensionMethods(db: DatabaseSync) {
  const { appendAction, ...audit } = auditWrites(db);
  const requireLease = leaseCheck(db);
  const within = { appendAction, requireLease };
  return {
    ...auditReads(db),
    ...audit,
    ...privateReads(db),
    ...privateWrites(db),
    ...documentReads(db),
    ...listingReads(db),
    ...leaseMethods(db),
    ...customerReads(db),
    ...customerWrites(db, within),
    ...accessLogReads(db),
    ...accessLogWrites(db),
    ...invoiceReads(db),
    ...invoiceWrites(db, within),
    commit: commitOf(db, within),
    healthy: (): boolean => db.prepare('SELECT 1 AS one').get()?.['one'] === 1,
  };
}

function documentReads(db: DatabaseSync) {
  const one = db.prepare('SELECT key, version, body FROM documents WHERE kind = ? AND key = ?');
  const pageOf = (more: string) =>
    db.prepare(
      // One begin: of two, only the first would be looked up. The largest character there is ends the keys of a prefix.
      `SELECT key, version, body FROM documents
       WHERE kind = ? AND key >= max(?, ?) AND key <> ? AND key < ? || char(1114111)
       ${more} ORDER BY key LIMIT ?`,
    );
  const page = pageOf('');
  // Without the letters that are no dot, what is left ends with the last dot.
  const ending = "replace(key, rtrim(key, replace(key, '.', '')), '')";
  const pageEnding = pageOf(`AND ${ending} IN (SELECT value FROM json_each(?))`);
  return {
    document(kind: string, key: string): ExtensionDocument | null {
      const row = one.get(kind, key);
      return row ? toExtensionDocument(row) : null;
    },
    documentPage(
      {
        kind,
        prefix,
        endings,
      }: { readonly kind: string; readonly prefix: string; readonly endings: readonly string[] | null },
      after: string,
      limit: number,
    ) {
      const rows =
        endings === null
          ? page.all(kind, after, prefix, after, prefix, limit)
          : pageEnding.all(kind, after, prefix, after, prefix, JSON.stringify(endings), limit);
      return rows.map(toExtensionDocument);
    },
  };
}

function commitOf(
  db: DatabaseSync,
  { appendAction, requireLease }: WithinCommit,
): (batch: ExtensionBatch) => void {
  const versionOf = db.prepare('SELECT version FROM documents WHERE kind = ? AND key = ?');
  const put = db.prepare('INSERT OR REPLACE INTO documents VALUES (?, ?, ?, ?)');
  const remove = db.prepare('DELETE FROM documents WHERE kind = ? AND key = ?');
  const moveCursor = cursorWrite(db);
  const { list } = listingWrites(db);

  /** The version that is there. */
  const expected = (kind: string, key: string, replaces: number | null): number => {
    const version = Number(versionOf.get(kind, key)?.['version'] ?? 0);
    if (replaces === null || replaces === version) return version;
    throw new StorageError(`replace version ${replaces} of ${kind} ${key}: it has ${version}`, 'CONFLICT');
  };
  return ({ under, put: puts = [], remove: removals = [], cursors = [], actions = [] }) =>
    inTransaction(db, () => {
      requireLease(under);
      for (const { kind, key, body, replaces, listing } of puts) {
        put.run(kind, key, expected(kind, key, replaces) + 1, JSON.stringify(body));
        list(kind, key, listing);
      }
      for (const { kind, key, replaces } of removals) {
        expected(kind, key, replaces);
        remove.run(kind, key);
        list(kind, key, undefined);
      }
      for (const cursor of cursors) moveCursor(cursor);
      for (const action of actions) appendAction(action);
    });
}
