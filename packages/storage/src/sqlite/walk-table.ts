import type { DatabaseSync } from 'node:sqlite';
import { arrayRows, type ArrayRow } from './array-rows.ts';
import { quoted, type WalkedTable } from './walked-tables.ts';

const STEP_ROWS = 1000;
type Value = ArrayRow[number];

/** Rows of a table that contradict each other or an index: the database reads them without an error. */
export class DisorderError extends Error {
  override readonly name = 'DisorderError';
}

/**
 * Reads every row of a table, whole, in the order of its key, and finds each row in each index. A step is one short
 * read; nothing is held between two. @returns rows of the step.
 * @throws DisorderError
 * @throws the error of the database, when it sees the damage itself.
 */
export function* walkTable(db: DatabaseSync, table: WalkedTable): Generator<number, void, void> {
  const key = table.key.map(quoted).join();
  const places = table.key.map(() => '?').join();
  const lengths = table.long.map((column) => `ifnull(length(${quoted(column)}), 0)`);
  // The last byte of a BLOB is at the end of all of its pages.
  const ends = table.long.map((column) => `ifnull(substr(${quoted(column)}, -1), '')`);
  const read = (after: string) =>
    arrayRows(
      db,
      `SELECT ${key}, ${['0', ...lengths].join(' + ')}, concat(${["''", ...ends].join()})
       FROM ${quoted(table.name)} NOT INDEXED ${after} ORDER BY ${key} LIMIT ${STEP_ROWS}`,
      true,
    );
  const first = read('');
  const next = read(`WHERE (${key}) > (${places})`);
  const lookups = table.indexes.map((index) => ({ name: index.name, ...lookup(db, table, index) }));
  let last: ArrayRow | null = null;
  for (;;) {
    const rows = last === null ? first() : next(...last);
    for (const { name, missing, missingAtFirst } of lookups) {
      const row: Record<string, unknown> | undefined =
        last === null ? missingAtFirst.get() : missing.get(...last);
      const count = Number(row?.['missing'] ?? 0);
      if (count > 0) throw new DisorderError(`${count} rows are missing from index ${name}`);
    }
    for (const row of rows) {
      const at: ArrayRow = row.slice(0, table.key.length);
      if (last !== null && !isAfter(at, last)) throw new DisorderError('rows are not in their order');
      last = at;
    }
    yield rows.length;
    if (rows.length < STEP_ROWS) return;
  }
}

/** Counts rows of a step that an index does not have. */
function lookup(db: DatabaseSync, { name, key }: WalkedTable, index: WalkedTable['indexes'][number]) {
  const columns = [...new Set([...key, ...index.columns])];
  const selected = columns.map((column, i) => `${quoted(column)} AS c${i}`).join();
  const same = columns.map((column, i) => `there.${quoted(column)} IS step.c${i}`).join(' AND ');
  const keys = key.map(quoted).join();
  const count = (after: string): string =>
    `SELECT count(*) AS missing FROM (
       SELECT ${selected} FROM ${quoted(name)} NOT INDEXED ${after} ORDER BY ${keys} LIMIT ${STEP_ROWS}
     ) AS step WHERE NOT EXISTS (
       SELECT 1 FROM ${quoted(name)} AS there INDEXED BY ${quoted(index.name)} WHERE ${same}
     )`;
  return {
    missingAtFirst: db.prepare(count('')),
    missing: db.prepare(count(`WHERE (${keys}) > (${key.map(() => '?').join()})`)),
  };
}

/** True when a key comes after another one, as SQLite sorts: numbers, then texts by their bytes. */
function isAfter(a: ArrayRow, b: ArrayRow): boolean {
  for (const [i, value] of a.entries()) {
    const order = compare(value, b[i] ?? null);
    if (order !== 0) return order > 0;
  }
  return false;
}
function compare(a: Value, b: Value): number {
  const isNumber = (value: Value): value is number | bigint =>
    typeof value === 'number' || typeof value === 'bigint';
  if (isNumber(a) && isNumber(b)) return a === b ? 0 : a > b ? 1 : -1;
  if (isNumber(a) || isNumber(b)) return isNumber(a) ? -1 : 1;
  return Buffer.compare(bytesOf(a), bytesOf(b));
}
const bytesOf = (value: string | Uint8Array | null): Uint8Array =>
  typeof value === 'string' ? Buffer.from(value) : (value ?? new Uint8Array());
