import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { extensionContract } from '../contract/extension-contract.ts';
import { StorageError, type StorageErrorCode } from '../storage-error.ts';
import { EXTENSION_MIGRATIONS } from './extension-migrations.ts';
import { openSqliteExtension } from './open-sqlite-extension.ts';

const temporaryFolder = (): string => mkdtempSync(join(tmpdir(), 'rastro-extension-'));

extensionContract('SQLite', async () => {
  const folder = temporaryFolder();
  return {
    open: () => openSqliteExtension(folder),
    dispose: async () => rmSync(folder, { recursive: true }),
  };
});

test('[EXTSTORE-9] it is a file of its own; a newer one, or a folder that cannot be made, is refused', async (t) => {
  const folder = temporaryFolder();
  t.after(() => rmSync(folder, { recursive: true }));
  const refused = (where: string, code: StorageErrorCode): Promise<void> =>
    assert.rejects(openSqliteExtension(where), (e) => e instanceof StorageError && e.code === code);
  await (await openSqliteExtension(folder)).close();
  assert.deepEqual(readdirSync(folder), ['extension.sqlite']);
  const db = new DatabaseSync(join(folder, 'extension.sqlite'));
  db.exec(`PRAGMA user_version = ${EXTENSION_MIGRATIONS.length + 1}`);
  db.close();
  await refused(folder, 'TOO_NEW');
  writeFileSync(join(folder, 'file'), '');
  await refused(join(folder, 'file', 'data'), 'UNAVAILABLE');
});
