import type pg from 'pg';
import { StorageError } from '../storage-error.ts';
import type { DatabaseSettings } from './connection-settings.ts';
import { openConnection } from './open-connection.ts';
import { toStorageError } from './postgres-error.ts';

/** Of this program among others that lock in the same database. */
const LOCK = 0x5261_7374;
/** A migration of a large table may take its time, and so may the one of another process. */
const NO_LIMIT = 0;

/**
 * Migrates a schema to the newest version, creating it where it is missing. Of several processes that start at once one
 * migrates, the others wait for it.
 * @throws StorageError TOO_NEW when a newer program wrote it, UNAVAILABLE when the server cannot be reached.
 */
export async function migrate(settings: DatabaseSettings, migrations: readonly string[]): Promise<void> {
  let client: pg.Client | null = null;
  try {
    client = await openConnection(settings, { statement_timeout: NO_LIMIT, query_timeout: NO_LIMIT });
    if ((await versionOf(client, settings.schema, migrations.length)) === migrations.length) return;
    await client.query('SELECT pg_advisory_lock($1, hashtext($2))', [LOCK, settings.schema]);
    await migrateAlone(client, settings.schema, migrations);
  } catch (error) {
    throw toStorageError('open the database server', error);
  } finally {
    // Ends the lock, too.
    await client?.end();
  }
}

async function migrateAlone(client: pg.Client, schema: string, migrations: readonly string[]): Promise<void> {
  const before = await versionOf(client, schema, migrations.length);
  if (before === 0) {
    // Not by IF NOT EXISTS alone: that asks for the right to create schemas even where it is there.
    const { rowCount } = await client.query('SELECT 1 FROM pg_namespace WHERE nspname = $1', [schema]);
    if (rowCount === 0) await client.query(`CREATE SCHEMA ${schema}`);
    await client.query('CREATE TABLE IF NOT EXISTS schema_version (version int NOT NULL)');
  }
  for (const [version, migration] of migrations.entries()) {
    if (version < before) continue;
    // One message is one transaction: a kill leaves the former version.
    await client.query(
      `BEGIN; ${migration}; DELETE FROM schema_version; INSERT INTO schema_version VALUES (${version + 1}); COMMIT`,
    );
  }
}

async function versionOf(client: pg.Client, schema: string, known: number): Promise<number> {
  const table = await client.query<{ readonly found: string | null }>('SELECT to_regclass($1) AS found', [
    `${schema}.schema_version`,
  ]);
  if (!table.rows[0]?.found) return 0;
  const { rows } = await client.query<{ readonly version: number }>('SELECT version FROM schema_version');
  const version = rows[0]?.version ?? 0;
  if (version > known)
    throw new StorageError(
      `open a database of version ${version} with a program that knows ${known}`,
      'TOO_NEW',
    );
  return version;
}
