import type { DatabaseSync } from 'node:sqlite';
import { decodeTexts } from '../packed/decode-run.ts';
import { arrivalReads } from '../sqlite/arrival-reads.ts';
import { arrayRows } from '../sqlite/array-rows.ts';
import { damagedArrivals } from '../sqlite/damaged-arrivals.ts';
import { isDamage } from '../sqlite/damage-channel.ts';
import { inOneState } from '../sqlite/in-transaction.ts';
import { unpackBoundaries, unpackPieces } from '../sqlite/piece-codec.ts';
import { bytesOf } from '../sqlite/piece-reads.ts';
import { StorageError } from '../storage-error.ts';
import { filesPages, hasTable, type PagedTable, type ReadPage } from './files-pages.ts';
import { rowOfPosition } from './moved-positions.ts';
import type { MovedPage } from './moved-store.ts';
import type { MovedColumn, MovedRow, MovedTable } from './moved-table.ts';
import { DEVICE_STATES, POSITIONS, TRIP_PIECES } from './moved-tables.ts';

/** Records of a page of what arrived lately. */
const ARRIVED_ROWS = 4000;

/** Pages of every table of a file, wherever its rows are. */
export function filesReads(
  db: DatabaseSync,
  tables: readonly MovedTable[],
  acceptsLoss: boolean,
): ReadonlyMap<string, ReadPage> {
  return new Map(
    tables.map((table) => {
      const rows = filesPages(db, table, acceptsLoss);
      if (table === POSITIONS)
        return [table.kind, inTurn([rows, runPages(db, acceptsLoss), arrivedPages(db, acceptsLoss)])];
      if (table === DEVICE_STATES) return [table.kind, statePages(db, rows)];
      if (table === TRIP_PIECES) return [table.kind, inTurn([rows, packedPieces(db, acceptsLoss)])];
      return [table.kind, rows];
    }),
  );
}

/** Pages of several places, one after the other. */
function inTurn(parts: readonly ReadPage[]): ReadPage {
  const nextOf = (part: number, next: string | null): string | null => {
    if (next !== null) return JSON.stringify([part, next]);
    return part + 1 < parts.length ? JSON.stringify([part + 1, null]) : null;
  };
  return (from) => {
    const [part, inner]: readonly [number, string | null] = from === null ? [0, null] : JSON.parse(from);
    const page = parts[part]?.(inner) ?? { rows: [], next: null, lost: [] };
    return { ...page, next: nextOf(part, page.next) };
  };
}

/** A page of packed rows, each unpacked for itself. */
function unpackedPages(
  places: ReadPage,
  acceptsLoss: boolean,
  unpack: (place: MovedRow) => readonly MovedRow[],
  nameOf: (place: MovedRow) => string,
): ReadPage {
  return (from) => {
    const page = places(from);
    const rows: MovedRow[] = [];
    const lost = [...page.lost];
    for (const place of page.rows) {
      try {
        for (const row of unpack(place)) rows.push(row);
      } catch (error) {
        if (!isDamage(error)) throw error;
        if (!acceptsLoss) throw new StorageError(`read ${nameOf(place)} (${error.message})`, 'DAMAGED');
        lost.push(`${nameOf(place)} cannot be read`);
      }
    }
    return { rows, next: page.next, lost };
  };
}

const integers = (names: readonly string[]): readonly MovedColumn[] =>
  names.map((name) => ({ name, type: 'integer', inFiles: name }));

const PLACES = { key: 1, whereInFiles: null } as const;
const RUNS: PagedTable = {
  ...PLACES,
  kind: 'packed positions',
  inFiles: 'history',
  columns: integers(['place', 'device_id', 'from_time', 'n']),
  pageRows: 4,
};
const PACKED_PIECES: PagedTable = {
  ...PLACES,
  kind: 'packed derived history',
  inFiles: 'packed_pieces',
  columns: integers(['place', 'device_id', 'start_time']),
  pageRows: 16,
};

function runPages(db: DatabaseSync, acceptsLoss: boolean): ReadPage {
  if (!hasTable(db, RUNS.inFiles)) return () => NOTHING;
  const run = arrayRows(db, 'SELECT head, body FROM history WHERE place = ?');
  return unpackedPages(
    filesPages(db, RUNS, acceptsLoss),
    acceptsLoss,
    ([place = null]) => {
      const [row] = run(place);
      return decodeTexts({ head: bytesOf(row?.[0]), body: bytesOf(row?.[1]) }).map(rowOfPosition);
    },
    ([, deviceId, from, n]) => `${String(n)} positions of device ${String(deviceId)} from ${dayOf(from)}`,
  );
}

/** Without `Intl`, whose data take longer to load than all else of a thread: every database thread loads this file. */
const dayOf = (time: unknown): string => new Date(Number(time)).toISOString().slice(0, 10);
const NOTHING: MovedPage = { rows: [], next: null, lost: [] };

/** Records that arrived lately, device by device. */
function arrivedPages(db: DatabaseSync, acceptsLoss: boolean): ReadPage {
  if (!hasTable(db, 'arrivals')) return () => NOTHING;
  const arrivals = arrivalReads(db);
  return (from) =>
    inOneState(db, () => {
      const damaged = from === null ? damagedArrivals(db, () => {}) : 0;
      const lost = damaged === 0 ? [] : [`${damaged} rows of new positions and states cannot be read`];
      if (damaged > 0 && !acceptsLoss) throw new StorageError(`read ${lost[0] ?? ''}`, 'DAMAGED');
      const after = from === null ? 0 : Number(from);
      const devices = arrivals.devices().filter((id) => id > after);
      const rows: MovedRow[] = [];
      for (const deviceId of devices.toSorted((a, b) => a - b)) {
        rows.push(...arrivals.recordsOf(deviceId).map(rowOfPosition));
        if (rows.length >= ARRIVED_ROWS) return { rows, next: String(deviceId), lost };
      }
      return { rows, next: null, lost };
    });
}

/** States in their table, and newer ones that arrived since. */
function statePages(db: DatabaseSync, inTable: ReadPage): ReadPage {
  let read: ReadonlyMap<number, MovedRow> | null = null;
  // Nobody writes to a source, and a target has none.
  const newer = () => (read ??= inOneState(db, () => arrivalReads(db).states()));
  return inTurn([
    (from) => {
      const page = inTable(from);
      const arrived = newer();
      return { ...page, rows: page.rows.filter(([deviceId]) => !arrived.has(Number(deviceId))) };
    },
    () => ({ rows: [...newer().values()], next: null, lost: [] }),
  ]);
}

/** Pieces of days that are packed. A row of the same piece is newer. */
function packedPieces(db: DatabaseSync, acceptsLoss: boolean): ReadPage {
  if (!hasTable(db, PACKED_PIECES.inFiles)) return () => NOTHING;
  const packed = arrayRows(
    db,
    'SELECT pieces, states FROM packed_pieces JOIN packed_states USING (place) WHERE place = ?',
  );
  const isRow = db.prepare(
    `SELECT 1 FROM book_pieces WHERE device_id = ? AND start_time = ? AND end_time = ? AND kind = ?
     AND start_key = ? AND end_key = ?`,
  );
  return unpackedPages(
    filesPages(db, PACKED_PIECES, acceptsLoss),
    acceptsLoss,
    ([place = null, device]) => {
      const [row] = packed(place);
      const states = unpackBoundaries(bytesOf(row?.[1]));
      const deviceId = Number(device);
      return unpackPieces(bytesOf(row?.[0])).flatMap((piece, i) => {
        const { startTime, endTime, kind, startKey, endKey, decidedAt, body, quarters } = piece;
        const key = [deviceId, startTime, endTime, kind, startKey, endKey] as const;
        if (isRow.get(...key)) return [];
        const decided = [decidedAt.time, decidedAt.deviceTime, decidedAt.key] as const;
        return [[...key, ...decided, body, quarters, states[i]?.state ?? '']];
      });
    },
    ([, deviceId, from]) => `derived history of device ${String(deviceId)} from ${dayOf(from)}`,
  );
}
