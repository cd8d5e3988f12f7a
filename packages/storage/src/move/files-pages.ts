import type { DatabaseSync } from 'node:sqlite';
import { arrayRows } from '../sqlite/array-rows.ts';
import { isDamage } from '../sqlite/damage-channel.ts';
import { StorageError } from '../storage-error.ts';
import type { MovedPage, PageCursor } from './moved-store.ts';
import type { MovedRow, MovedTable, MovedValue } from './moved-table.ts';

/** A table, as far as its pages are read. */
export type PagedTable = Pick<
  MovedTable,
  'kind' | 'inFiles' | 'columns' | 'key' | 'pageRows' | 'whereInFiles'
>;
export type ReadPage = (from: PageCursor | null) => MovedPage;

type Key = readonly MovedValue[];
interface Place {
  /** Rows behind this key; null = from the first. */
  readonly after: Key | null;
  /** Where rows could not be read: they are read from the end, and of these the next ones are before this key. */
  readonly before?: Key | null;
}
const START: Place = { after: null };

/**
 * Reads a table of a file in the order of its key. Where its pages are damaged, rows are read up to the damage and, from
 * the end, back to it; what is between is lost.
 */
export function filesPages(db: DatabaseSync, table: PagedTable, acceptsLoss: boolean): ReadPage {
  if (!hasTable(db, table.inFiles)) return () => ({ rows: [], next: null, lost: [] });
  const { kind, key, pageRows } = table;
  const read = reads(db, table);
  const keyIn = (rows: readonly MovedRow[]): Key => rows.at(-1)?.slice(0, key) ?? [];
  return (from) => {
    const place: Place = from === null ? START : JSON.parse(from);
    const isBackwards = place.before !== undefined;
    const { rows, damage } = untilDamage((limit) => read(place, limit), pageRows);
    const isLast = damage === null && rows.length < pageRows;
    if (rows.length > 0) {
      const next = isBackwards ? { ...place, before: keyIn(rows) } : { after: keyIn(rows) };
      return { rows, next: isLast ? null : JSON.stringify(next), lost: [] };
    }
    if (damage === null) return { rows, next: null, lost: [] };
    const what = `${kind}: rows behind ${JSON.stringify(place.after)}`;
    if (!acceptsLoss) throw new StorageError(`read ${what} (${damage.message})`, 'DAMAGED');
    return isBackwards
      ? { rows, next: null, lost: [`${what} and before ${JSON.stringify(place.before)} cannot be read`] }
      : { rows, next: JSON.stringify({ ...place, before: null }), lost: [] };
  };
}

/** As many rows as can be read of so many; fewer with `damage` = it comes behind them. */
function untilDamage(
  read: (limit: number) => readonly MovedRow[],
  most: number,
): { readonly rows: readonly MovedRow[]; readonly damage: Error | null } {
  let damage: Error | null = null;
  for (let limit = most; limit >= 1; limit >>= 1) {
    try {
      return { rows: read(limit), damage };
    } catch (error) {
      if (!isDamage(error)) throw error;
      damage = error;
    }
  }
  return { rows: [], damage };
}

function reads(db: DatabaseSync, table: PagedTable): (place: Place, limit: number) => readonly MovedRow[] {
  const names = table.columns.map(({ inFiles }) => inFiles).join();
  const keys = table.columns.slice(0, table.key);
  const order = (direction: string): string => keys.map(({ inFiles }) => `${inFiles} ${direction}`).join();
  const key = keys.map(({ inFiles }) => inFiles).join();
  const places = keys.map(() => '?').join();
  const statements = new Map<string, ReturnType<typeof arrayRows>>();
  return ({ after, before }, limit) => {
    const conditions = [
      table.whereInFiles,
      after && `(${key}) > (${places})`,
      before && `(${key}) < (${places})`,
    ].filter((each) => typeof each === 'string');
    const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
    const sql = `SELECT ${names} FROM ${table.inFiles} ${where}
      ORDER BY ${order(before === undefined ? 'ASC' : 'DESC')} LIMIT ?`;
    const statement = statements.get(sql) ?? arrayRows(db, sql);
    statements.set(sql, statement);
    return statement(...(after ?? []), ...(before ?? []), limit);
  };
}

export const hasTable = (db: DatabaseSync, name: string): boolean =>
  db.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(name) !== undefined;
