import { createHash } from 'node:crypto';
import { host } from '@rastro/base/host';
import type { HistoryReader } from '../history-port.ts';
import { openPostgresHistory } from '../postgres/history-methods.ts';
import { importPositions } from '../postgres/import-positions.ts';
import { migrate } from '../postgres/migrate.ts';
import { isMoving, MOVING, requireNotMoving } from '../postgres/moving.ts';
import { PositionTables } from '../postgres/position-tables.ts';
import { PostgresDatabase, type Queries } from '../postgres/postgres-database.ts';
import { StorageError } from '../storage-error.ts';
import { positionOfRow } from './moved-positions.ts';
import {
  progressOf,
  type MovedStore,
  type MovedStoreName,
  type MoveSource,
  type MoveTarget,
} from './moved-store.ts';
import type { MovedRow, MovedTable } from './moved-table.ts';
import { DEVICE_STATES, POSITIONS } from './moved-tables.ts';
import { tablesOf } from './open-files.ts';
import { holdServer, urlOfMove } from './server-hold.ts';
import { serverCounters, serverPage, ServerPositions } from './server-reads.ts';
import { migrationsOf, schemaOf } from './server-schema.ts';
import { insertRows, setServerCounters } from './server-writes.ts';

/** Rows of a move that are no tables. */
const SOURCE = '*source';
const RUN = '*run';
const RUN_BYTES = 16;

/**
 * A store on a database server, which is held and only read.
 * @throws StorageError IN_USE, UNAVAILABLE, and UNFINISHED when an older version wrote it or a move into it did not end.
 */
export async function openServerSource(databaseUrl: string, store: MovedStoreName): Promise<MoveSource> {
  const url = urlOfMove(databaseUrl);
  const db = new PostgresDatabase({ url, schema: schemaOf(store) });
  try {
    await requireCurrent(db, store);
    await requireNotMoving(db);
    const held = await holdServer(url, store, 'source');
    const reads = readsOf(db, openPostgresHistory({ url, readUrl: null }), store);
    return {
      ...reads,
      identity: await identityOf(db, store),
      async close() {
        await held.release();
        await reads.close();
      },
    };
  } catch (error) {
    await db.close();
    throw error;
  }
}

/**
 * A store on a database server that is filled. It is made where it is missing, and held.
 * @throws StorageError IN_USE, UNAVAILABLE, TOO_NEW; UNFINISHED when it has data that were not moved.
 */
export async function openServerTarget(databaseUrl: string, store: MovedStoreName): Promise<MoveTarget> {
  const url = urlOfMove(databaseUrl);
  const settings = { url, schema: schemaOf(store) };
  await migrate(settings, migrationsOf(store));
  const db = new PostgresDatabase(settings);
  const writer = new PostgresDatabase(settings, { connections: 1, pipeline: true });
  const closeAll = async (): Promise<void> => {
    await writer.close();
    await db.close();
  };
  try {
    const held = await holdServer(url, store, 'target');
    const moved = await isMoving(db);
    const filled = moved ? null : await filledTable(db, tablesOf(store));
    if (filled !== null) {
      await held.release();
      throw new StorageError(
        `move into the database server, which has data already (${settings.schema}.${filled})`,
        'UNFINISHED',
      );
    }
    const run = Buffer.from(host.randomBytes(RUN_BYTES)).toString('hex');
    if (moved) await put(db, RUN, run);
    const reader = openPostgresHistory({ url, readUrl: null });
    const reads = readsOf(db, reader, store);
    return {
      ...reads,
      ...writesOf({ db, writer, reader, run }, tablesOf(store)),
      movedFrom: moved ? await valueOf(db, SOURCE) : null,
      async close() {
        await held.release();
        await reads.close();
        await closeAll();
      },
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

function readsOf(db: PostgresDatabase, reader: HistoryReader, store: MovedStoreName): MovedStore {
  const positions = new ServerPositions(db, reader);
  const tables = tablesOf(store);
  return {
    tables,
    page: (table, from) => (table === POSITIONS ? positions.page(from) : serverPage(db, table, from)),
    async estimate({ name }) {
      const [row] = await db.all(
        `SELECT sum(greatest(reltuples, 0)) AS n FROM pg_class WHERE oid = $1::regclass
         OR oid IN (SELECT inhrelid FROM pg_inherits WHERE inhparent = $1::regclass)`,
        [name],
      );
      return Number(row?.['n'] ?? 0);
    },
    counters: () => serverCounters(db, tables),
    async close() {
      await reader.close();
      await db.close();
    },
  };
}

type Writes = Omit<MoveTarget, keyof MovedStore | 'movedFrom'>;

const put = (queries: Queries, name: string, value: string): Promise<number> =>
  queries.run(
    `INSERT INTO ${MOVING} VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    [name, value],
  );

/**
 * In each transaction: what a killed process had sent, and the database works on only now, is rejected. Whoever goes on
 * waits for those that were not.
 */
const fence = (queries: Queries, run: string): Promise<unknown> =>
  queries.run(
    `WITH held AS (SELECT 1 FROM ${MOVING} WHERE name = '${RUN}' AND value = $1 FOR SHARE)
     SELECT 1 / (SELECT count(*) FROM held)`,
    [run],
  );

interface WritesDeps {
  readonly db: PostgresDatabase;
  /** Sends statements without waiting for answers. */
  readonly writer: PostgresDatabase;
  readonly reader: HistoryReader;
  readonly run: string;
}

function writesOf({ db, writer, reader, run }: WritesDeps, tables: readonly MovedTable[]): Writes {
  const positionTables = new PositionTables(db);
  return {
    begin: (identity) =>
      db.transaction(async (queries) => {
        await queries.run(`CREATE TABLE ${MOVING} (name text COLLATE "C" PRIMARY KEY, value text NOT NULL)`);
        await put(queries, SOURCE, identity);
        await put(queries, RUN, run);
      }),
    async progress() {
      const rows = await db.all(`SELECT name, value FROM ${MOVING} WHERE name NOT LIKE '*%'`);
      return new Map(rows.map((row) => [String(row['name']), progressOf(row['value'])]));
    },
    async write(table, rows, progress, isFirst) {
      const text = JSON.stringify(progress);
      if (table === POSITIONS) {
        const also = (queries: Queries) => [fence(queries, run), put(queries, table.kind, text)];
        return importPositions(writer, positionTables, rows.map(positionOfRow), also);
      }
      return db.transaction(async (queries) => {
        await queries.run('SET LOCAL synchronous_commit = off');
        await fence(queries, run);
        if (isFirst && table.isRefilled) await queries.run(`DELETE FROM ${table.name}`);
        await insertRows(queries, table, rows);
        if (table === DEVICE_STATES) await setTimes(queries, reader, rows);
        await put(queries, table.kind, text);
      });
    },
    note: async ({ kind }, progress) => void (await put(db, kind, JSON.stringify(progress))),
    setCounters: (counters) => db.transaction((queries) => setServerCounters(queries, tables, counters)),
    settle: analysis(db),
    // Everything before it is on the disk with it.
    finish: async () => void (await db.run(`DROP TABLE ${MOVING}`)),
  };
}

/** Lets the database know its tables, one a step: its plans are made by that. */
function analysis(db: PostgresDatabase): () => Promise<boolean> {
  let left: string[] | null = null;
  return async () => {
    left ??= (
      await db.all(
        `SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace`,
      )
    ).map((row) => String(row['relname']));
    const name = left.pop();
    if (name !== undefined) await db.run(`ANALYZE "${name}"`);
    return left.length > 0;
  };
}

/** States have the time of their position, in which a start finds it. */
async function setTimes(queries: Queries, reader: HistoryReader, rows: readonly MovedRow[]): Promise<void> {
  const ids = rows.map(([, positionId]) => Number(positionId)).filter((id) => id > 0);
  const positions = await reader.positionsById(ids);
  await queries.run(
    `UPDATE device_states s SET position_time = p.time FROM unnest($1::bigint[], $2::bigint[]) AS p (id, time)
     WHERE s.position_id = p.id`,
    [positions.map(({ id }) => id), positions.map(({ fixTime }) => fixTime)],
  );
}

async function valueOf(queries: Queries, name: string): Promise<string> {
  const [row] = await queries.all(`SELECT value FROM ${MOVING} WHERE name = $1`, [name]);
  return String(row?.['value']);
}

/** The first table that has rows; null = there is none. */
async function filledTable(queries: Queries, tables: readonly MovedTable[]): Promise<string | null> {
  for (const { name, where } of tables) {
    const [row] = await queries.all(
      `SELECT EXISTS (SELECT 1 FROM ${name} ${where === null ? '' : `WHERE ${where}`}) AS has`,
    );
    if (row?.['has'] === true) return name;
  }
  return null;
}

/** @throws StorageError UNFINISHED when an older version of this program wrote it; TOO_NEW */
async function requireCurrent(queries: Queries, store: MovedStoreName): Promise<void> {
  const [row] = await queries.all(`SELECT to_regclass($1) AS found`, [`${schemaOf(store)}.schema_version`]);
  const found = row?.['found'] === null ? [] : await queries.all('SELECT version FROM schema_version');
  const [version, known] = [Number(found[0]?.['version'] ?? 0), migrationsOf(store).length];
  if (version > known)
    throw new StorageError(
      `open a database of version ${version} with a program that knows ${known}`,
      'TOO_NEW',
    );
  if (version < known)
    throw new StorageError(
      version === 0
        ? `move schema ${schemaOf(store)} of the database server: it is not there`
        : `move the data of the database server: an older version of this program wrote them. Start this version once, and stop it`,
      'UNFINISHED',
    );
}

/** Another one for another store, and for the same once a server has worked on it again. */
async function identityOf(queries: Queries, store: MovedStoreName): Promise<string> {
  const hash = createHash('sha256');
  const ofStore =
    store === 'tracker'
      ? [
          'SELECT partition, epoch, seq FROM partitions ORDER BY 1',
          'SELECT kind, next FROM id_blocks ORDER BY 1',
          'SELECT kind, last FROM entity_ids ORDER BY 1',
          `SELECT id, version, body FROM entities WHERE kind = 'server' ORDER BY 1`,
        ]
      : [];
  for (const sql of [
    'SELECT current_database(), (SELECT oid FROM pg_database WHERE datname = current_database())::text',
    `SELECT sequencename, last_value FROM pg_sequences WHERE schemaname = current_schema() ORDER BY 1`,
    'SELECT name, instant FROM cursors ORDER BY 1',
    ...ofStore,
  ])
    hash.update(JSON.stringify(await queries.lists(sql)));
  return hash.digest('hex').slice(0, 32);
}
