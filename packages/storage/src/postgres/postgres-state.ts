import type { StateStorage } from '../state-port.ts';
import type { PostgresDatabase } from './postgres-database.ts';
import { replicaState } from './read-replica.ts';

/** State of the database that holds our schemas. @param replica Null = there is none. */
export async function postgresState(
  db: PostgresDatabase,
  replica: PostgresDatabase | null,
): Promise<StateStorage> {
  const [row] = await db.all(`SELECT current_setting('server_version') AS version`);
  // Distributors write their own behind it.
  const [version = ''] = String(row?.['version']).split(' ');
  return {
    engine: `PostgreSQL ${version}`,
    async size() {
      const [found] = await db.all('SELECT pg_database_size(current_database()) AS bytes');
      return { databaseBytes: Number(found?.['bytes']), logBytes: null };
    },
    async serverPages() {
      const [found] = await db.all(
        `SELECT current_setting('data_checksums') AS checked, checksum_failures AS failures
         FROM pg_stat_database WHERE datname = current_database()`,
      );
      return { areChecked: found?.['checked'] === 'on', failures: Number(found?.['failures'] ?? 0) };
    },
    readReplica: async () => (replica ? replicaState(db, replica) : null),
    healthy: () => db.healthy(),
  };
}
