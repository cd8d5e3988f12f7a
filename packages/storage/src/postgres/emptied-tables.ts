import { WEEK_MS } from '@rastro/base';
import { StorageError } from '../storage-error.ts';
import { isLockNotAvailable } from './postgres-error.ts';
import type { PositionLayout } from './position-ranges.ts';
import { layoutOf, lock } from './position-tables.ts';
import type { PostgresDatabase } from './postgres-database.ts';

/** Devices still send what they could not for some days: their table would have to be made again. */
const AFTER_MS = WEEK_MS;
/** Readers and commits wait no longer than this for a table to go; while somebody reads longer, it stays. */
const LOCK_TIMEOUT_MS = 50;
const YEAR = /^(?:positions|packed)_(\d{4})$/;
const WEEK = /^(?:positions|packed)_(\d{4})(\d\d)(\d\d)$/;

/** Drops tables of times that are long over and of which nothing is left. @returns their names. */
export async function dropEmptied(db: PostgresDatabase, now: number): Promise<readonly string[]> {
  const layout = await layoutOf(db);
  const dropped: string[] = [];
  for (const parent of ['positions', 'packed_runs']) {
    const rows = await db.lists(
      `SELECT relname FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
       WHERE inhparent = to_regclass($1) ORDER BY relname`,
      [parent],
    );
    for (const [name] of rows) {
      const table = String(name);
      if (endOf(table, layout) + AFTER_MS > now || !(await isEmpty(db, table))) continue;
      if (await drop(db, parent, table)) dropped.push(table);
    }
  }
  return dropped;
}

/** The time at which a table ends; infinite = of one that always stays. */
function endOf(table: string, { weeksFrom }: PositionLayout): number {
  const year = YEAR.exec(table);
  if (year) return Math.min(Date.UTC(Number(year[1]) + 1, 0), weeksFrom);
  const week = WEEK.exec(table);
  if (!week) return Infinity;
  return Date.UTC(Number(week[1]), Number(week[2]) - 1, Number(week[3])) + WEEK_MS;
}

async function isEmpty(queries: Pick<PostgresDatabase, 'lists'>, table: string): Promise<boolean> {
  return (await queries.lists(`SELECT FROM ${table} LIMIT 1`)).length === 0;
}

/**
 * In one transaction, so that it does not matter when it ends. Detaching concurrently would not wait, but what is
 * stored between looking and detaching would be nowhere for a moment, and what a kill leaves would have to be put right.
 */
async function drop(db: PostgresDatabase, parent: string, table: string): Promise<boolean> {
  try {
    return await db.transaction(async (queries) => {
      await lock(queries);
      await queries.run(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
      await queries.run(`LOCK TABLE ONLY ${parent} IN ACCESS EXCLUSIVE MODE`);
      if (!(await isEmpty(queries, table))) return false;
      await queries.run(`DROP TABLE ${table}`);
      return true;
    });
  } catch (error) {
    if (error instanceof StorageError && isLockNotAvailable(error.cause)) return false;
    throw error;
  }
}
