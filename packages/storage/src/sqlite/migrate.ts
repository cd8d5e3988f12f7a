import type { DatabaseSync } from 'node:sqlite';
import { StorageError } from '../storage-error.ts';
import { MIGRATIONS } from './migrations.ts';

/**
 * Migrates a database to the newest version.
 * @throws StorageError TOO_NEW when a newer program wrote it: an older one must not touch it.
 */
export function migrate(db: DatabaseSync, migrations: readonly string[] = MIGRATIONS): void {
  const row = db.prepare('PRAGMA user_version').get() as { user_version: number };
  if (row.user_version > migrations.length) {
    throw new StorageError(
      `open a database of version ${row.user_version} with a program that knows ${migrations.length}`,
      'TOO_NEW',
    );
  }
  for (let version = row.user_version; version < migrations.length; version++) {
    db.exec('BEGIN IMMEDIATE');
    // Another process of the same start may have done it meanwhile.
    if (Number(db.prepare('PRAGMA user_version').get()?.['user_version']) > version) {
      db.exec('ROLLBACK');
      continue;
    }
    try {
      db.exec(migrations[version] ?? '');
      db.exec(`PRAGMA user_version = ${version + 1}`);
      db.exec('COMMIT');
    } catch (error) {
      db.exec('ROLLBACK');
      throw error;
    }
  }
}
