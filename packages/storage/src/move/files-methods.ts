import { basename } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { isDamage } from '../sqlite/damage-channel.ts';
import { StorageError } from '../storage-error.ts';
import { hasTable } from './files-pages.ts';
import { countersOfFile, identityOfFile, requireMovable } from './files-identity.ts';
import { filesReads } from './files-reads.ts';
import { filesWrites, requireNotMoving } from './files-writes.ts';
import type { Counters, MovedPage, MovedStoreName } from './moved-store.ts';
import type { MovedTable } from './moved-table.ts';
import { EXTENSION_TABLES, TRACKER_TABLES, POSITIONS, TRIP_PIECES } from './moved-tables.ts';

/** Pieces of a packed day, roughly. */
const PIECES_A_DAY = 20;

type Tables = readonly MovedTable[];
const storeAt = (path: string): MovedStoreName =>
  basename(path) === 'extension.sqlite' ? 'extension' : 'tracker';
const tablesAt = (path: string): Tables => (storeAt(path) === 'tracker' ? TRACKER_TABLES : EXTENSION_TABLES);

/** Methods of the thread that a file is moved from. */
export function moveSourceMethods(db: DatabaseSync, path: string, acceptsLoss: boolean) {
  requireNotMoving(db, path);
  requireMovable(db, storeAt(path), path);
  return { ...reads(db, tablesAt(path), acceptsLoss), identity: (): string => identityOfFile(db) };
}

/** Methods of the thread that a file is filled by. */
export const moveTargetMethods = (db: DatabaseSync, path: string) => ({
  ...reads(db, tablesAt(path), false),
  ...filesWrites(db, tablesAt(path)),
});

function reads(db: DatabaseSync, tables: Tables, acceptsLoss: boolean) {
  const pages = filesReads(db, tables, acceptsLoss);
  const count = (table: string, what = 'count(*)'): number =>
    hasTable(db, table) ? Number(db.prepare(`SELECT ${what} AS n FROM ${table}`).get()?.['n'] ?? 0) : 0;
  const rowsOf = (kind: string): number => {
    const rows = count(tables.find((table) => table.kind === kind)?.inFiles ?? '');
    if (kind === POSITIONS.kind) return rows + count('history', 'sum(n)');
    return kind === TRIP_PIECES.kind ? rows + PIECES_A_DAY * count('packed_pieces') : rows;
  };
  return {
    counters: (): Counters => countersOfFile(db, tables),
    /** Roughly; 0 = nobody knows, because pages are damaged. */
    estimate(kind: string): number {
      try {
        return rowsOf(kind);
      } catch (error) {
        if (!isDamage(error)) throw error;
        return 0;
      }
    },
    page(kind: string, from: string | null): MovedPage {
      const read = pages.get(kind);
      if (!read) throw new StorageError(`read ${kind}, which is in no table`, 'UNAVAILABLE');
      return read(from);
    },
  };
}
