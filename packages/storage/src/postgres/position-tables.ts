import { HOUR_MS, WEEK_MS } from '@rastro/base';
import { host } from '@rastro/base/host';
import { StorageError } from '../storage-error.ts';
import { isLockNotAvailable } from './postgres-error.ts';
import { mondayBefore, rangeOf, type PositionLayout, type PositionRange } from './position-ranges.ts';
import type { PostgresDatabase, Queries } from './postgres-database.ts';

/** Of those who change the tables of positions, among others that lock in the same database. */
const LOCK = 0x5261_7370;
/** A long reader is not waited for: a wait for this lock stops all others who want one. */
const LOCK_TIMEOUT = `SET LOCAL lock_timeout = '2s'`;
const CHECKED_EVERY_MS = 6 * HOUR_MS;
/** Tables of this week and of so many after it are made ahead: a commit seldom has to. */
const FURTHER_WEEKS = 2;
/** The weeks end so far ahead; they go on before the end is near. */
const HORIZON_MS = 26 * WEEK_MS;
const HORIZON_IS_NEAR_MS = 13 * WEEK_MS;

/**
 * Tables of positions, one for each week. A table is made by attaching it, which waits for nobody; there is none for
 * whatever fits in no other (DEFAULT), because that would be searched with each new one, and forbids to detach one
 * without stopping everybody.
 */
export class PositionTables {
  readonly #db: PostgresDatabase;
  #layout: PositionLayout | null = null;
  /** Tables that are there. */
  readonly #known = new Set<string>();
  /** Nearly all records are of the same week as the one before. */
  #last: PositionRange | null = null;
  #checkedAt = -Infinity;

  constructor(db: PostgresDatabase) {
    this.#db = db;
  }

  /** Makes the tables that these records need. */
  async prepare(records: readonly { readonly fixTime: number }[]): Promise<void> {
    const now = host.elapsed();
    if (now - this.#checkedAt >= CHECKED_EVERY_MS) {
      this.#checkedAt = now;
      await this.#goOn();
    }
    const layout = (this.#layout ??= await this.#read());
    const missing = new Map<string, PositionRange>();
    for (const { fixTime: time } of records) {
      if (this.#last && time >= this.#last.from && time < this.#last.to) continue;
      const range = rangeOf(time, layout);
      if (range.table !== null && !this.#known.has(range.table)) missing.set(range.table, range);
      else this.#last = range;
    }
    for (const range of missing.values()) await this.#make(range);
  }

  /** After a record that found no table: another process has changed them. */
  forget(): void {
    this.#layout = null;
    this.#last = null;
  }

  async #read(): Promise<PositionLayout> {
    const rows = await this.#db.all(
      `SELECT relname FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
       WHERE inhparent = 'positions'::regclass`,
    );
    this.#known.clear();
    for (const row of rows) this.#known.add(String(row['relname']));
    return layoutOf(this.#db);
  }

  async #make(range: PositionRange): Promise<void> {
    await this.#db.transaction(async (queries) => {
      await lock(queries);
      await attach(queries, range);
    });
    if (range.table !== null) this.#known.add(range.table);
  }

  /** Lets the weeks go on with time, by the clock of the database. */
  async #goOn(): Promise<void> {
    const [row] = await this.#db.all('SELECT extract(epoch FROM clock_timestamp()) * 1000 AS now');
    const now = Number(row?.['now']);
    let layout = (this.#layout ??= await this.#read());
    if (layout.horizon < now + HORIZON_IS_NEAR_MS) {
      await this.#moveHorizon(mondayBefore(now) + HORIZON_MS);
      this.forget();
      layout = await this.#read();
      this.#layout = layout;
    }
    for (let week = 0; week <= FURTHER_WEEKS; week++) {
      const range = rangeOf(now + week * WEEK_MS, layout);
      if (range.table !== null && !this.#known.has(range.table)) await this.#make(range);
    }
  }

  /** Records of wrong clocks that are not so far ahead any more go into their weeks. */
  async #moveHorizon(horizon: number): Promise<void> {
    try {
      await this.#db.transaction(async (queries) => {
        await lock(queries);
        const layout = await layoutOf(queries);
        if (layout.horizon >= horizon) return;
        await queries.run(LOCK_TIMEOUT);
        await queries.run('ALTER TABLE positions DETACH PARTITION positions_after');
        const rows = await queries.lists(
          `SELECT DISTINCT div(fix_time - $1::bigint, $2::bigint) * $2::bigint + $1::bigint FROM positions_after
           WHERE fix_time < $3`,
          [layout.horizon, WEEK_MS, horizon],
        );
        for (const [time] of rows) await attach(queries, rangeOf(Number(time), { ...layout, horizon }));
        await queries.run(
          `WITH gone AS (DELETE FROM positions_after WHERE fix_time < $1 RETURNING *)
           INSERT INTO positions SELECT * FROM gone`,
          [horizon],
        );
        await queries.run(
          `ALTER TABLE positions ATTACH PARTITION positions_after FOR VALUES FROM (${horizon}) TO (MAXVALUE)`,
        );
        await queries.run('UPDATE position_layout SET horizon = $1', [horizon]);
      });
    } catch (error) {
      // Somebody reads; the end is far enough away to try again later.
      if (!(error instanceof StorageError && isLockNotAvailable(error.cause))) throw error;
    }
  }
}

export const lock = (queries: Queries): Promise<number> =>
  queries.run('SELECT pg_advisory_xact_lock($1, hashtext(current_schema()))', [LOCK]);

export async function layoutOf(queries: Queries): Promise<PositionLayout> {
  const [row] = await queries.all('SELECT weeks_from, horizon FROM position_layout');
  return { weeksFrom: Number(row?.['weeks_from']), horizon: Number(row?.['horizon']) };
}

/** The table of packed runs that begin at a time, which is made where it is missing. */
export async function preparePacked(db: PostgresDatabase, time: number): Promise<void> {
  const range = rangeOf(time, await layoutOf(db));
  if (range.table === null) return;
  const table = packedTableOf(range.table);
  if (await isThere(db, table)) return;
  await db.transaction(async (queries) => {
    await lock(queries);
    await attach(queries, { ...range, table }, 'packed_runs');
  });
}

export const packedTableOf = (table: string): string => table.replace(/^positions/, 'packed');

async function isThere(queries: Queries, table: string): Promise<boolean> {
  const [found] = await queries.all('SELECT to_regclass($1) AS found', [table]);
  return found?.['found'] !== null;
}

/** Names and bounds of tables are not values; these are made from numbers here. */
async function attach(
  queries: Queries,
  { table, from, to }: PositionRange,
  parent: 'positions' | 'packed_runs' = 'positions',
): Promise<void> {
  if (table === null || (await isThere(queries, table))) return;
  await queries.run(
    `CREATE TABLE ${table} (LIKE ${parent} INCLUDING ALL)
     WITH (autovacuum_vacuum_insert_scale_factor = 0.05)`,
  );
  await queries.run(`ALTER TABLE ${parent} ATTACH PARTITION ${table} FOR VALUES FROM (${from}) TO (${to})`);
}
