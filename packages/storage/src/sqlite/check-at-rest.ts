import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DATABASE_NAMES } from '../database-names.ts';
import { StorageError } from '../storage-error.ts';
import { isDamage } from './damage-channel.ts';
import { damagedArrivals } from './damaged-arrivals.ts';
import { findLosses, type DayLoss, type LossTable } from './find-losses.ts';
import { requireNothingLost } from './log-number.ts';
import { packedLosses } from './packed-losses.ts';
import { quoted, walkedTables } from './walked-tables.ts';
import { wholeCheck } from './whole-check.ts';

/** Findings in a database that nobody uses. */
export interface DatabaseReport {
  readonly name: (typeof DATABASE_NAMES)[number];
  /** In words: it is missing or older than it was; null = no. */
  readonly lost: string | null;
  /** Of SQLite; empty = it is sound. */
  readonly complaints: readonly string[];
  /** Tables that cannot be read to the end, with the rows that can. */
  readonly unreadable: readonly { readonly table: string; readonly rows: number }[];
  readonly losses: readonly DayLoss[];
  /** Rows of new records, up to 128 each, that cannot be read. */
  readonly lostArrivals: number;
  /** Tables of whose losses nothing is known, because the index is damaged, too. */
  readonly uncounted: readonly LossTable[];
  /** Values that are no JSON, by table and column. */
  readonly unparsed: readonly { readonly table: string; readonly column: string; readonly rows: number }[];
  /** Rows of devices that are not there. */
  readonly strangers: readonly { readonly table: string; readonly devices: number; readonly rows: number }[];
}

const JSON_COLUMNS = new Set(['body', 'attributes', 'memory', 'network', 'terms', 'lines']);

/** Checks everything in the databases of a folder that nobody uses, and changes nothing. */
export function checkAtRest(folder: string, onStep: (step: string) => void): readonly DatabaseReport[] {
  return DATABASE_NAMES.filter((name) => existsSync(join(folder, name))).map((name) => {
    onStep(`${name}: checking pages and indexes`);
    const path = join(folder, name);
    const complaints = wholeCheck(path);
    const none = { unreadable: [], losses: [], lostArrivals: 0, uncounted: [], unparsed: [], strangers: [] };
    try {
      const db = new DatabaseSync(path, { readOnly: true, timeout: 5000 });
      try {
        const tables = tablesOf(db);
        const step = (what: string): void => onStep(`${name}: ${what}`);
        const found = complaints.length > 0 ? damageOf(db, tables, step) : none;
        const isMain = name === 'rastro.sqlite';
        return {
          name,
          lost: lossOf(db, path),
          complaints,
          ...found,
          losses: [...found.losses, ...(isMain ? packedLosses(db, step) : [])],
          lostArrivals: isMain ? damagedArrivals(db, step) : 0,
          unparsed: tables.flatMap((table) => unparsedIn(db, table, step)),
          strangers: isMain ? strangersIn(db, tables, step) : [],
        };
      } finally {
        db.close();
      }
    } catch (error) {
      if (!isDamage(error)) throw error;
      return { name, lost: null, complaints, ...none }; // Not even its schema can be read.
    }
  });
}

interface Table {
  readonly name: string;
  readonly columns: readonly string[];
}
const tablesOf = (db: DatabaseSync): readonly Table[] => {
  const columns = db.prepare('SELECT name FROM pragma_table_info(?)');
  return walkedTables(db).map(({ name }) => ({
    name,
    columns: columns.all(name).map((row) => String(row['name'])),
  }));
};

function lossOf(db: DatabaseSync, path: string): string | null {
  try {
    requireNothingLost(db, path);
    return null;
  } catch (error) {
    if (error instanceof StorageError) return error.message.split(': storage')[0] ?? '';
    if (isDamage(error)) return null;
    throw error;
  }
}

function damageOf(db: DatabaseSync, tables: readonly Table[], step: (what: string) => void) {
  const unreadable = tables.flatMap(({ name }) => {
    step(`reading ${name}`);
    const rows = readableRows(db, name);
    return rows === null ? [] : [{ table: name, rows }];
  });
  const losses: DayLoss[] = [];
  const uncounted: LossTable[] = [];
  for (const table of ['positions', 'events'] as const) {
    if (!tables.some(({ name }) => name === table)) continue;
    const found = findLosses(db, table, (rows) => step(`looking up ${rows} of ${table}`));
    if (found === null) uncounted.push(table);
    else losses.push(...found);
  }
  return { unreadable, losses, uncounted };
}

/** Rows from the first on, until the table cannot be read; null = it can, to the end. */
function readableRows(db: DatabaseSync, table: string): number | null {
  let rows = 0;
  try {
    for (const _row of db.prepare(`SELECT * FROM ${quoted(table)} NOT INDEXED`).iterate()) rows++;
    return null;
  } catch (error) {
    if (!isDamage(error)) throw error;
    return rows;
  }
}

function unparsedIn(db: DatabaseSync, { name, columns }: Table, step: (what: string) => void) {
  return columns
    .filter((column) => JSON_COLUMNS.has(column))
    .flatMap((column) => {
      step(`parsing ${column} of ${name}`);
      const sql = `SELECT count(*) AS n FROM ${quoted(name)} WHERE typeof(${quoted(column)}) = 'text' AND NOT json_valid(${quoted(column)})`;
      const rows = numberOrZero(() => db.prepare(sql).get()?.['n']);
      return rows > 0 ? [{ table: name, column, rows }] : [];
    });
}

const OF_DEVICES = [
  'positions',
  'history',
  'events',
  'device_states',
  'book_days',
  'driver_days',
  'day_blocks',
];

function strangersIn(db: DatabaseSync, tables: readonly Table[], step: (what: string) => void) {
  const there = OF_DEVICES.filter((table) => tables.some(({ name }) => name === table));
  return there.flatMap((table) => {
    step(`devices of ${table}`);
    const sql = `SELECT count(DISTINCT device_id) AS devices, count(*) AS n FROM ${table}
      WHERE device_id NOT IN (SELECT id FROM device_documents)`;
    let devices = 0;
    const rows = numberOrZero(() => {
      const row = db.prepare(sql).get();
      devices = Number(row?.['devices'] ?? 0);
      return row?.['n'];
    });
    return rows > 0 ? [{ table, devices, rows }] : [];
  });
}

/** Damage was reported already. */
function numberOrZero(read: () => unknown): number {
  try {
    return Number(read() ?? 0);
  } catch (error) {
    if (!isDamage(error)) throw error;
    return 0;
  }
}
