import { pause } from '@rastro/base/host';
import pg from 'pg';
import { APPLICATION, connectionSettings } from '../postgres/connection-settings.ts';
import { isLockNotAvailable, toStorageError } from '../postgres/postgres-error.ts';
import { StorageError } from '../storage-error.ts';
import { schemaOf } from './server-schema.ts';
import type { MovedStoreName } from './moved-store.ts';

/** Of those who move data, among others that lock in the same database. */
const LOCK = 0x5261_736d;
const NO_LIMIT = 0;
const PATIENCE_MS = 3000;
const POLL_MS = 100;

/** A store on a database server that no process works on, until it is released. */
export interface HeldServer {
  release(): Promise<void>;
}

/** Connections of a move have a name of their own. */
export function urlOfMove(url: string): string {
  const named = URL.parse(url);
  named?.searchParams.set('application_name', `${APPLICATION}-move`);
  return named?.href ?? url;
}

/** Finds a server that is connected, whatever it does. */
const CONNECTED = `SELECT 'process ' || coalesce(host(client_addr), '') || ':' || coalesce(client_port, 0) AS name
  FROM pg_stat_activity WHERE datname = current_database() AND application_name = '${APPLICATION}' LIMIT 1`;
/** Finds a process that has partitions or is alive, or does the jobs of the extension. */
const WORKERS: Readonly<Record<MovedStoreName, string>> = {
  tracker: `SELECT owner AS name FROM partitions WHERE owner IS NOT NULL AND lease_until > clock_timestamp()
    UNION SELECT name FROM nodes WHERE alive_until > clock_timestamp() LIMIT 1`,
  extension: 'SELECT owner AS name FROM leases WHERE until > clock_timestamp() LIMIT 1',
};

/**
 * Keeps other moves out. From a source, all processes: rows of partitions are locked, without which none begins to work.
 * A target keeps them out by itself.
 * @throws StorageError IN_USE when one works on the store, or another one moves it.
 */
export async function holdServer(
  url: string,
  store: MovedStoreName,
  side: 'source' | 'target',
): Promise<HeldServer> {
  const client = new pg.Client({
    ...connectionSettings({ url, schema: schemaOf(store), idleInTransactionMs: NO_LIMIT }),
    query_timeout: NO_LIMIT,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    // The database may not know yet that a killed process is gone.
    await client.query(`SET lock_timeout = '${PATIENCE_MS}ms'`);
    await client.query('SELECT pg_advisory_lock($1, hashtext(current_schema()))', [LOCK]);
    await requireNobody(client, WORKERS[store]);
    await requireNobody(client, CONNECTED);
    if (store === 'tracker' && side === 'source')
      await client.query('BEGIN; SELECT 1 FROM partitions ORDER BY partition FOR UPDATE');
    return { release: () => client.end() };
  } catch (error) {
    await client.end().catch(() => {});
    if (isLockNotAvailable(error)) throw inUse('another process works on it, or moves it');
    throw toStorageError('hold the database server', error);
  }
}

/** A connection that ends just now may be seen for a while. */
async function requireNobody(client: pg.Client, sql: string): Promise<void> {
  for (let waited = 0; ; waited += POLL_MS) {
    const { rows } = await client.query<{ readonly name: string }>(sql);
    if (!rows[0]) return;
    if (waited >= PATIENCE_MS) throw inUse(`${rows[0].name} works on it, or did a minute ago`);
    await pause(POLL_MS);
  }
}

const inUse = (why: string): StorageError => new StorageError(`use the database server: ${why}`, 'IN_USE');
