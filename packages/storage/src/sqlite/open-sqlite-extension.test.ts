import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { extensionContract } from '../contract/extension-contract.ts';
import { StorageError, type StorageErrorCode } from '../storage-error.ts';
import { EXTENSION_MIGRATIONS } from './extension-migrations.ts';
import { migrate } from './migrate.ts';
import { openSqliteExtension } from './open-sqlite-extension.ts';

const temporaryFolder = (): string => mkdtempSync(join(tmpdir(), 'rastro-extension-'));

extensionContract('SQLite', async () => {
  const folder = temporaryFolder();
  return {
    open: () => openSqliteExtension(folder),
    dispose: async () => rmSync(folder, { recursive: true }),
  };
});

test('[MONEY-100] terms of invoices and of integrations become those of the specification', () => {
  const at = EXTENSION_MIGRATIONS.findIndex((text) => text.includes('"mode":"percent"'));
  const db = new DatabaseSync(':memory:');
  migrate(db, EXTENSION_MIGRATIONS.slice(0, at));
  const terms = { fine: { amount: 200, mode: 'percentage' }, interest: 100, discount: null };
  db.prepare(
    `INSERT INTO invoices (issuer_id, customer_id, customer_name, customer_key, due_date, original_due_date, value, status,
       count, description, terms, provider, created_at)
     VALUES (0, 5, 'Ana', 'ana', '2026-01-10', '2026-01-10', 100, 'GENERATED', 0, '', ?, 'manual', 0)`,
  ).run(JSON.stringify(terms));
  const add = db.prepare('INSERT INTO documents (kind, key, version, body) VALUES (?, ?, 1, ?)');
  for (const kind of ['integration', 'theme']) add.run(kind, '0 invoice', JSON.stringify({ terms }));
  migrate(db, EXTENSION_MIGRATIONS);
  const now = { ...terms, fine: { amount: 200, mode: 'percent' } };
  const parsed = (sql: string): unknown => JSON.parse(String(db.prepare(sql).get()?.['text']));
  assert.deepEqual(parsed('SELECT terms AS text FROM invoices'), now);
  assert.deepEqual(parsed("SELECT body AS text FROM documents WHERE kind = 'integration'"), { terms: now });
  assert.deepEqual(parsed("SELECT body AS text FROM documents WHERE kind = 'theme'"), { terms });
  db.close();
});

test('[EXTINV-2] the database itself refuses to change or remove a line of the ledger', () => {
  const db = new DatabaseSync(':memory:');
  migrate(db, EXTENSION_MIGRATIONS);
  db.exec(
    `INSERT INTO invoice_ledger (invoice_id, at, kind, to_status, amount, user_id) VALUES (1, 0, 'issued', 'PENDING', 100, 0)`,
  );
  assert.throws(() => db.exec('UPDATE invoice_ledger SET amount = 1'), /stays as it is/);
  assert.throws(() => db.exec('DELETE FROM invoice_ledger'), /is kept/);
  db.close();
});

test('[EXTSTORE-9] it is a file of its own; a newer one, or a folder that cannot be made, is refused', async (t) => {
  const folder = temporaryFolder();
  t.after(() => rmSync(folder, { recursive: true }));
  const refused = (where: string, code: StorageErrorCode): Promise<void> =>
    assert.rejects(openSqliteExtension(where), (e) => e instanceof StorageError && e.code === code);
  await (await openSqliteExtension(folder)).close();
  assert.deepEqual(readdirSync(folder), ['extension.sqlite', 'extension.sqlite-number']);
  const db = new DatabaseSync(join(folder, 'extension.sqlite'));
  db.exec(`PRAGMA user_version = ${EXTENSION_MIGRATIONS.length + 1}`);
  db.close();
  await refused(folder, 'TOO_NEW');
  writeFileSync(join(folder, 'file'), '');
  await refused(join(folder, 'file', 'data'), 'UNAVAILABLE');
});
