import { host } from '@rastro/base/host';
import pg from 'pg';
import type { Row } from '../rows/values.ts';
import { StorageError } from '../storage-error.ts';
import { connectionSettings, type DatabaseSettings } from './connection-settings.ts';
import { CopyIn } from './copy-in.ts';
import { takesChanges } from './open-connection.ts';
import { isNotExecuted, isLost, isTakenBack, toStorageError } from './postgres-error.ts';
import { serversOf } from './server-urls.ts';

const CONNECTIONS = 8;
/** A connection that nobody used for longer is asked before it is used: it may be dead without a word. */
const IS_FRESH_MS = 2000;
const ATTEMPTS = 5;
/** Of a connection without a transaction. */
const IDLE = 'I';
/** Statements, on any connection or within a transaction. Values are bound, never part of the text. */
export interface Queries {
  all(sql: string, values?: readonly unknown[]): Promise<readonly Row[]>;
  /** The same rows as lists of their values: millions of them are read. */
  lists(sql: string, values?: readonly unknown[]): Promise<readonly (readonly unknown[])[]>;
  /**
   * The same of a statement that is asked again and again. Each connection remembers how the server answers it, which over
   * many tables takes several times as long to find out as the answer itself. Its text is one of few, and names its
   * columns: what a later version adds to a table must not change the answer.
   */
  planned(sql: string, values: readonly unknown[]): Promise<readonly (readonly unknown[])[]>;
  /** @returns how many rows were written. */
  run(sql: string, values?: readonly unknown[]): Promise<number>;
}

/** The same on one connection, which sends statements without waiting for the answers to those before. */
export interface PipelinedQueries extends Queries {
  /** @param data In the format that the statement says. */
  copyIn(sql: string, data: Buffer): Promise<void>;
}

export interface PoolSettings {
  /** At most so many at a time; who needs another waits. */
  readonly connections?: number;
  /** A connection sends statements without waiting for the answers to those before. */
  readonly pipeline?: boolean;
}

/** Connections to a server, opened when they are needed: a server that restarts is found again. */
export class PostgresDatabase implements Queries {
  /** One for each server. */
  readonly #pools: readonly pg.Pool[];
  readonly #mustTakeChanges: boolean;
  readonly #pipeline: boolean;
  /** The server that is used. */
  #current = 0;
  readonly #usedAt = new WeakMap<pg.PoolClient, number>();
  #isClosed = false;

  constructor(
    settings: DatabaseSettings,
    { connections = CONNECTIONS, pipeline = false }: PoolSettings = {},
  ) {
    const { urls, mustTakeChanges } = serversOf(settings.url);
    this.#mustTakeChanges = mustTakeChanges;
    this.#pipeline = pipeline;
    this.#pools = urls.map((url) => {
      const pool = new pg.Pool({
        ...connectionSettings({ ...settings, url }),
        pipeline,
        max: connections,
        idleTimeoutMillis: 60_000,
      });
      // A connection that ends while nobody uses it leaves the pool; whoever comes next opens another.
      pool.on('error', () => {});
      // One that ends while it is used lets its statements know.
      pool.on('connect', (client) => client.on('error', () => {}));
      return pool;
    });
  }

  async all(sql: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
    return this.#once((queries) => queries.all(sql, values));
  }

  async lists(sql: string, values: readonly unknown[] = []): Promise<readonly (readonly unknown[])[]> {
    return this.#once((queries) => queries.lists(sql, values));
  }

  async planned(sql: string, values: readonly unknown[]): Promise<readonly (readonly unknown[])[]> {
    return this.#once((queries) => queries.planned(sql, values));
  }

  async run(sql: string, values: readonly unknown[] = []): Promise<number> {
    return this.#once((queries) => queries.run(sql, values));
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

  /**
   * Work on one connection, in transactions of its own; one that is open at its end is taken back. Errors are those of
   * the driver.
   */
  onConnection<T>(work: (queries: PipelinedQueries) => Promise<T>): Promise<T> {
    return this.#withConnection(
      (client) => work(queriesOn(client)),
      () => false,
    );
  }

  /**
   * Reads that all see one state. On a connection that sends without waiting, the first statement goes out together with
   * the begin of the transaction, and nobody waits for its end. Where it could not begin, and nothing was answered, `read`
   * is called again.
   * @param onBegun Called when the transaction has begun.
   * @throws also whatever `read` throws.
   */
  snapshot<T>(read: (queries: Queries) => Promise<T>, onBegun: () => void = () => {}): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    this.#withConnection(
      async (client) => {
        const begin = client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
        const begun = begin.then(onBegun, nothingDone);
        begun.catch(() => {});
        if (!this.#pipeline) await begun;
        // An error of the reader says nothing about the connection.
        let isOver = false;
        const queries = answering(queriesOn(client), () => isOver);
        const settled = await settledOf(read(queries));
        isOver = true;
        await begun;
        if ('error' in settled) reject(settled.error);
        else resolve(settled.value);
        await client.query('COMMIT');
      },
      (error) => error instanceof NothingDone,
    ).catch((error: unknown) => reject(toStorageError('read the database', error)));
    return promise;
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
    await Promise.all(this.#pools.map((pool) => pool.end()));
  }

  async #once<T>(ask: (queries: Queries) => Promise<T>): Promise<T> {
    try {
      return await this.#withConnection((client) => ask(queriesOn(client)), isNotExecuted);
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
        client.release(lost || client.getTransactionStatus() !== IDLE);
      }
    }
  }

  async #connection(): Promise<pg.PoolClient> {
    for (;;) {
      if (this.#isClosed) throw new StorageError('ask the database', 'CLOSED');
      const client = await this.#connect();
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

  /** Of several servers the first that can be reached and takes changes, beginning with the one that did last. */
  async #connect(): Promise<pg.PoolClient> {
    let failure: unknown;
    for (let tried = 0; tried < this.#pools.length; tried++) {
      const at = this.#current;
      try {
        const client = await this.#pools[at]?.connect();
        if (client && (!this.#mustTakeChanges || this.#usedAt.has(client))) return client;
        if (client && (await takesChanges(client))) return client;
        client?.release(true);
        failure = new StorageError('find a database server that takes changes', 'UNAVAILABLE');
      } catch (error) {
        failure = error;
      }
      // Another caller may have gone on already.
      if (this.#current === at) this.#current = (at + 1) % this.#pools.length;
    }
    throw failure;
  }
}

type Settled<T> = { readonly value: T } | { readonly error: unknown };
const settledOf = <T>(work: Promise<T>): Promise<Settled<T>> =>
  work.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );

/** A transaction that did not begin. */
class NothingDone extends Error {}
function nothingDone(cause: unknown): never {
  throw new NothingDone('the transaction did not begin', { cause });
}

/** By their texts: a connection knows each by its name. */
const names = new Map<string, string>();
function nameOf(sql: string): string {
  const name = names.get(sql) ?? `rastro_${names.size}`;
  names.set(sql, name);
  return name;
}

const queriesOn = (client: pg.PoolClient): PipelinedQueries => ({
  all: async (sql, values = []) => (await client.query<Row>(sql, values.map(storable))).rows,
  async lists(sql, values = []) {
    const query = { text: sql, values: values.map(storable), rowMode: 'array' } as const;
    return (await client.query<unknown[]>(query)).rows;
  },
  async planned(sql, values) {
    const query = { name: nameOf(sql), text: sql, values: values.map(storable), rowMode: 'array' } as const;
    return (await client.query<unknown[]>(query)).rows;
  },
  run: async (sql, values = []) => (await client.query(sql, values.map(storable))).rowCount ?? 0,
  copyIn: (sql, data) =>
    new Promise((resolve, reject) => {
      client.query(new CopyIn(sql, data, (error) => (error ? reject(error) : resolve())));
    }),
});

/** The same, with errors as the ports say them. What a reading asks after its end, as after a failure, is not sent. */
function answering(queries: Queries, isOver: () => boolean): Queries {
  const answered = async <T>(ask: () => Promise<T>): Promise<T> => {
    if (isOver()) throw new StorageError('read on after the end of a snapshot', 'CLOSED');
    try {
      return await ask();
    } catch (error) {
      throw toStorageError('read the database', error);
    }
  };
  return {
    all: (sql, values) => answered(() => queries.all(sql, values)),
    lists: (sql, values) => answered(() => queries.lists(sql, values)),
    planned: (sql, values) => answered(() => queries.planned(sql, values)),
    run: (sql, values) => answered(() => queries.run(sql, values)),
  };
}

/** PostgreSQL has no text with a NUL character: it is left out. */
function storable(value: unknown): unknown {
  if (typeof value === 'string') return value.includes('\0') ? value.replaceAll('\0', '') : value;
  return Array.isArray(value) ? value.map(storable) : value;
}
