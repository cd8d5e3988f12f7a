import { host } from '@rastro/base/host';
import pg from 'pg';
import type { Row } from '../rows/values.ts';
import { StorageError } from '../storage-error.ts';
import { isNotExecuted, isLost, isTakenBack, toStorageError } from './postgres-error.ts';

/** A statement of the product works on few rows. */
const STATEMENT_TIMEOUT_MS = 30_000;
/** The server may be gone without a word: then nothing answers, not even that it takes too long. */
const ANSWER_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 5000;
const CONNECT_TIMEOUT_MS = 5000;
const KEEPALIVE_AFTER_MS = 10_000;
const CONNECTIONS = 8;
/** A connection that nobody used for longer is asked before it is used: it may be dead without a word. */
const IS_FRESH_MS = 2000;
const ATTEMPTS = 5;
/** OID of bigint. */
const INT8 = 20;
const TYPES = new pg.TypeOverrides();
// Numbers of the product are below 2^53.
TYPES.setTypeParser(INT8, Number);

/** Statements, on any connection or within a transaction. Values are bound, never part of the text. */
export interface Queries {
  all(sql: string, values?: readonly unknown[]): Promise<readonly Row[]>;
  /** @returns how many rows were written. */
  run(sql: string, values?: readonly unknown[]): Promise<number>;
}

export interface DatabaseSettings {
  readonly url: string;
  /** The schema that unqualified names mean. */
  readonly schema: string;
}

/**
 * Settings of each connection. TLS and further parameters are those of the url (`sslmode`, `sslrootcert`, `options`).
 * @throws StorageError UNAVAILABLE when the url is none.
 */
export const connectionSettings = ({ url, schema }: DatabaseSettings): pg.ClientConfig => ({
  application_name: 'rastro',
  ...addressed(url, `-c search_path=${schema} -c TimeZone=UTC -c idle_in_transaction_session_timeout=30000`),
  statement_timeout: STATEMENT_TIMEOUT_MS,
  query_timeout: ANSWER_TIMEOUT_MS,
  connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  keepAlive: true,
  keepAliveInitialDelayMillis: KEEPALIVE_AFTER_MS,
  types: TYPES,
});

/** The driver takes `options` of the url instead of its own: both go into one. */
function addressed(url: string, options: string): Pick<pg.ClientConfig, 'connectionString' | 'options'> {
  const parsed = URL.parse(url);
  // The url has a password: no message repeats it.
  if (!parsed) throw new StorageError('read the url of the database', 'UNAVAILABLE');
  const own = parsed.searchParams.get('options');
  parsed.searchParams.delete('options');
  return { connectionString: parsed.href, options: own === null ? options : `${options} ${own}` };
}

/** Connections to a server, opened when they are needed: a server that restarts is found again. */
export class PostgresDatabase implements Queries {
  readonly #pool: pg.Pool;
  readonly #usedAt = new WeakMap<pg.PoolClient, number>();
  #isClosed = false;

  /** @param connections At most so many at a time; who needs another waits. */
  constructor(settings: DatabaseSettings, connections = CONNECTIONS) {
    this.#pool = new pg.Pool({
      ...connectionSettings(settings),
      max: connections,
      idleTimeoutMillis: 60_000,
    });
    // A connection that ends while nobody uses it leaves the pool; whoever comes next opens another.
    this.#pool.on('error', () => {});
  }

  async all(sql: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
    return (await this.#once(sql, values)).rows;
  }

  async run(sql: string, values: readonly unknown[] = []): Promise<number> {
    return (await this.#once(sql, values)).rowCount ?? 0;
  }

  /** All or nothing. The work may run again when the database took it back, so it has no other effect. */
  async transaction<T>(work: (queries: Queries) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#inTransaction(work);
      } catch (error) {
        if (attempt < ATTEMPTS && isTakenBack(error)) continue;
        throw toStorageError('change the database', error);
      }
    }
  }

  async healthy(): Promise<boolean> {
    try {
      return (await this.all('SELECT 1 AS one'))[0]?.['one'] === 1;
    } catch {
      return false;
    }
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#pool.end();
  }

  async #once(sql: string, values: readonly unknown[]): Promise<pg.QueryResult<Row>> {
    const bound = values.map(storable);
    try {
      return await this.#withConnection((client) => client.query<Row>(sql, bound), isNotExecuted);
    } catch (error) {
      throw toStorageError('ask the database', error);
    }
  }

  #inTransaction<T>(work: (queries: Queries) => Promise<T>): Promise<T> {
    return this.#withConnection(
      async (client) => {
        await client.query('BEGIN').catch(nothingDone);
        try {
          const value = await work(queriesOn(client));
          await client.query('COMMIT');
          return value;
        } catch (error) {
          if (!isLost(error)) await client.query('ROLLBACK');
          throw error;
        }
      },
      (error) => error instanceof NothingDone,
    );
  }

  /** Once more, on another connection, when this one turns out to be dead and nothing was done on it. */
  async #withConnection<T>(
    work: (client: pg.PoolClient) => Promise<T>,
    mayRepeat: (error: unknown) => boolean,
  ): Promise<T> {
    for (let isFirst = true; ; isFirst = false) {
      const client = await this.#connection();
      let lost: boolean | Error = false;
      try {
        return await work(client);
      } catch (error) {
        lost = error instanceof NothingDone || isLost(error);
        if (isFirst && mayRepeat(error)) continue;
        throw error instanceof NothingDone ? error.cause : error;
      } finally {
        this.#usedAt.set(client, host.elapsed());
        client.release(lost);
      }
    }
  }

  async #connection(): Promise<pg.PoolClient> {
    for (;;) {
      if (this.#isClosed) throw new StorageError('ask the database', 'CLOSED');
      const client = await this.#pool.connect();
      const usedAt = this.#usedAt.get(client);
      if (usedAt === undefined || host.elapsed() - usedAt < IS_FRESH_MS) return client;
      try {
        await client.query('SELECT 1');
        return client;
      } catch {
        client.release(true);
      }
    }
  }
}

/** A transaction that did not begin. */
class NothingDone extends Error {}
function nothingDone(cause: unknown): never {
  throw new NothingDone('the transaction did not begin', { cause });
}

const queriesOn = (client: pg.PoolClient): Queries => ({
  all: async (sql, values = []) => (await client.query<Row>(sql, values.map(storable))).rows,
  run: async (sql, values = []) => (await client.query(sql, values.map(storable))).rowCount ?? 0,
});

/** PostgreSQL has no text with a NUL character: it is left out. */
function storable(value: unknown): unknown {
  if (typeof value === 'string') return value.includes('\0') ? value.replaceAll('\0', '') : value;
  return Array.isArray(value) ? value.map(storable) : value;
}
