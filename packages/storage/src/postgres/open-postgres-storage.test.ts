import { test } from 'node:test';
import pg from 'pg';
import { POSTGRES_VERSIONS, postgresServer, WITHOUT_POSTGRES } from '../../test/postgres-server.ts';
import { storageContract } from '../contract/storage-contract.ts';
import { openPostgresStorage } from './open-postgres-storage.ts';

/** A database takes longer to make than a test; an empty one is as good as a fresh one. */
const EMPTY = `DO $$
  DECLARE name text;
  BEGIN
    FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'rastro'
      AND tablename NOT IN ('schema_version', 'position_layout', 'partitions', 'id_blocks')
    LOOP EXECUTE format('DELETE FROM rastro.%I', name); END LOOP;
    PERFORM setval(format('%I.%I', schemaname, sequencename), 1, false) FROM pg_sequences WHERE schemaname = 'rastro';
    UPDATE rastro.id_blocks SET next = 1;
    UPDATE rastro.partitions SET epoch = 0, seq = NULL, owner = NULL, lease_until = NULL;
  END
$$`;

async function emptied(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(EMPTY);
  await client.end();
}

if (WITHOUT_POSTGRES !== null) test('storage on PostgreSQL', { skip: WITHOUT_POSTGRES });
else
  for (const [name, bin] of POSTGRES_VERSIONS) {
    let database: Promise<string> | null = null;
    storageContract(name, async () => {
      database ??= postgresServer(bin).then((server) => server.createDatabase());
      const url = await database;
      return { open: () => openPostgresStorage(url), dispose: () => emptied(url) };
    });
  }
