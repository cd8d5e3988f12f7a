import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { storageContract } from '../contract/storage-contract.ts';
import { StorageError } from '../storage-error.ts';
import { openDocumentTables } from './document-tables.ts';
import { migrate, MIGRATIONS } from './migrations.ts';
import { openSqliteStorage } from './open-sqlite.ts';

const temporaryFolder = (): string => mkdtempSync(join(tmpdir(), 'rastro-storage-'));

storageContract('SQLite', async () => {
  const folder = temporaryFolder();
  return {
    open: () => openSqliteStorage(folder),
    dispose: async () => rmSync(folder, { recursive: true }),
  };
});

test('[STORE-12] a database of a newer version is refused and not touched', async (t) => {
  const folder = temporaryFolder();
  t.after(() => rmSync(folder, { recursive: true }));
  const db = new DatabaseSync(join(folder, 'rastro.sqlite'));
  db.exec(`PRAGMA user_version = ${MIGRATIONS.length + 1}`);
  db.close();
  await assert.rejects(openSqliteStorage(folder), (e) => e instanceof StorageError && e.code === 'TOO_NEW');
  const after = new DatabaseSync(join(folder, 'rastro.sqlite'));
  assert.deepEqual(after.prepare('SELECT name FROM sqlite_schema').all(), []);
  after.close();
});

test('[STORE-13] a migration killed half-way leaves the former version; the next start completes it', () => {
  const db = new DatabaseSync(':memory:');
  const steps = ['CREATE TABLE one (a)', 'CREATE TABLE two (a); SELECT kill_here()'];
  assert.throws(() => migrate(db, steps), /kill_here/);
  const tables = (): unknown[] =>
    db
      .prepare('SELECT name FROM sqlite_schema')
      .all()
      .map((row) => row['name']);
  assert.deepEqual(tables(), ['one']);
  migrate(db, ['CREATE TABLE one (a)', 'CREATE TABLE two (a)']);
  assert.deepEqual(tables(), ['one', 'two']);
  migrate(db, ['CREATE TABLE one (a)', 'CREATE TABLE two (a)']);
  db.close();
});

test('[STORE-28] a kind that is new since the last start gets its table; what is there stays', () => {
  const db = new DatabaseSync(':memory:');
  migrate(db);
  db.exec("INSERT INTO driver_documents (key, body) VALUES ('a', '{}')");
  openDocumentTables(db, ['driver', 'trailer']);
  openDocumentTables(db, ['driver', 'trailer']);
  const count = (kind: string): unknown =>
    db.prepare(`SELECT count(*) AS rows FROM ${kind}_documents`).get()?.['rows'];
  assert.deepEqual([count('driver'), count('trailer')], [1, 0]);
  db.close();
});

test('[STORE-14] a folder that cannot be made is refused', async (t) => {
  const folder = temporaryFolder();
  t.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'file'), '');
  const inside = join(folder, 'file', 'data');
  await assert.rejects(
    openSqliteStorage(inside),
    (e) => e instanceof StorageError && e.code === 'UNAVAILABLE',
  );
});
