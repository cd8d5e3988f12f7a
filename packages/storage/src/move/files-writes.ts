import type { DatabaseSync } from 'node:sqlite';
import { packedIdSteps } from './packed-id-steps.ts';
import { dayOf } from '../sqlite/packed-places.ts';
import { piecePacking } from '../sqlite/piece-packing.ts';
import { inTransaction } from '../sqlite/in-transaction.ts';
import { openWrittenHistory } from '../sqlite/written-history.ts';
import { StorageError } from '../storage-error.ts';
import { hasTable } from './files-pages.ts';
import { positionOfRow } from './moved-positions.ts';
import { progressOf, type Counters, type TableProgress } from './moved-store.ts';
import type { MovedRow, MovedTable } from './moved-table.ts';
import { POSITIONS } from './moved-tables.ts';

/** The record of a move, in the store that is filled: it is there until the move is finished. */
export const MOVING = 'moving';
/** Names of its rows that are no tables. */
const SOURCE = '*source';
const NOTED_IDS = '*ids';
/** Days of derived history that are packed in a step. */
const PACKED_DAYS = 256;
/** Records of a day that are packed together, as when they arrive. */
const RUN_ROWS = 2048;

type Writer = (rows: readonly MovedRow[]) => void;

/** @throws StorageError UNFINISHED when data are moved into a database, and that did not end. */
export function requireNotMoving(db: DatabaseSync, path: string): void {
  if (hasTable(db, MOVING))
    throw new StorageError(
      `open ${path}: data are being moved into it, and that is not finished`,
      'UNFINISHED',
    );
}

/** Fills a database of its own. */
export function filesWrites(db: DatabaseSync, tables: readonly MovedTable[]) {
  const isTracker = tables.includes(POSITIONS);
  const history = isTracker ? openWrittenHistory(db) : null;
  const inOne = history ? history.inTransaction : <T>(work: () => T): T => inTransaction(db, work);
  const byKind = new Map(tables.map((table) => [table.kind, table]));
  const writers = new Map<string, Writer>();
  const writerOf = (kind: string): Writer => {
    const known = writers.get(kind);
    const table = byKind.get(kind);
    if (known || !table) return known ?? (() => {});
    const made = history && table === POSITIONS ? positionWriter(history) : rowWriter(db, table);
    writers.set(kind, made);
    return made;
  };
  const put = (name: string, value: string): unknown =>
    db.prepare(`INSERT OR REPLACE INTO ${MOVING} (name, value) VALUES (?, ?)`).run(name, value);
  const read = (name: string): string | null => {
    if (!hasTable(db, MOVING)) return null;
    const value = db.prepare(`SELECT value FROM ${MOVING} WHERE name = ?`).get(name)?.['value'];
    return typeof value === 'string' ? value : null;
  };
  const steps = history
    ? settling(db, history, { read: () => read(NOTED_IDS), put: (v) => put(NOTED_IDS, v) })
    : null;
  return {
    movedFrom: (): string | null => read(SOURCE),
    begin: (identity: string): void =>
      inOne(() => {
        db.exec(`CREATE TABLE ${MOVING} (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT`);
        put(SOURCE, identity);
      }),
    progress: (): readonly (readonly [string, TableProgress])[] =>
      db
        .prepare(`SELECT name, value FROM ${MOVING} WHERE name NOT LIKE '*%'`)
        .all()
        .map((row) => [String(row['name']), progressOf(row['value'])]),
    write: (kind: string, rows: readonly MovedRow[], progress: TableProgress, isFirst: boolean): void =>
      inOne(() => {
        const table = byKind.get(kind);
        if (isFirst && table?.isRefilled) db.exec(`DELETE FROM ${table.inFiles}`);
        writerOf(kind)(rows);
        put(kind, JSON.stringify(progress));
      }),
    note: (kind: string, progress: TableProgress): unknown => put(kind, JSON.stringify(progress)),
    setCounters: (counters: Counters): void => inOne(() => setCounters(db, tables, counters)),
    settle: (): boolean => (steps ? inOne(() => steps.next()).done !== true : false),
    finish: (): void => {
      db.exec('PRAGMA synchronous = FULL');
      db.exec(`DROP TABLE ${MOVING}`);
      db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    },
  };
}

function rowWriter(db: DatabaseSync, { inFiles, columns, isReplaced }: MovedTable): Writer {
  const insert = db.prepare(
    `INSERT ${isReplaced ? 'OR REPLACE ' : ''}INTO ${inFiles} (${columns.map((each) => each.inFiles).join()})
     VALUES (${columns.map(() => '?').join()})`,
  );
  return (rows) => {
    for (const row of rows) insert.run(...row);
  };
}

/** Rows of a page are in the order of devices and their history, and have whole days. */
function positionWriter({ packing }: ReturnType<typeof openWrittenHistory>): Writer {
  return (rows) => {
    const records = rows.map(positionOfRow);
    for (let from = 0; from < records.length;) {
      const { deviceId = 0, fixTime = 0 } = records[from] ?? {};
      const isOfRun = (to: number): boolean => {
        const next = records[to];
        if (next?.deviceId !== deviceId || dayOf(next.fixTime) !== dayOf(fixTime)) return false;
        // Runs have no time in common.
        return to - from < RUN_ROWS || next.fixTime === records[to - 1]?.fixTime;
      };
      let to = from + 1;
      while (isOfRun(to)) to++;
      packing.addRecords(deviceId, records.slice(from, to), true);
      from = to;
    }
  };
}

/** Notes whose the ids of packed positions are, and packs derived history: by device and day, each once. */
function* settling(
  db: DatabaseSync,
  history: ReturnType<typeof openWrittenHistory>,
  noted: { readonly read: () => string | null; readonly put: (value: string) => void },
): Generator<void, void, void> {
  yield* packedIdSteps(db, history.ids, noted);
  const { packClosedDays } = piecePacking(db);
  const heads = db.prepare('SELECT device_id, last_time FROM book_heads ORDER BY device_id').all();
  for (const head of heads) {
    const closed = [Number(head['device_id']), Number(head['last_time']), PACKED_DAYS] as const;
    while (packClosedDays(...closed) === PACKED_DAYS) yield;
    yield;
  }
}

function setCounters(db: DatabaseSync, tables: readonly MovedTable[], counters: Counters): void {
  const raise = db.prepare('UPDATE sqlite_sequence SET seq = max(seq, ?2) WHERE name = ?1');
  const add = db.prepare('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)');
  for (const { kind, inFiles, hasCounter } of tables) {
    const last = counters[kind] ?? 0;
    if (hasCounter && last > 0 && raise.run(inFiles, last).changes === 0) add.run(inFiles, last);
  }
  if (!hasTable(db, 'id_blocks')) return;
  const next = db.prepare('UPDATE id_blocks SET next = max(next, ?) WHERE kind = ?');
  for (const kind of ['position', 'event']) next.run((counters[kind] ?? 0) + 1, kind);
}

/** Tables that positions and derived history are in as well. */
const OTHERS = ['history', 'arrivals', 'packed_pieces'];

/** The first table that has rows; null = there is none. */
export function filledTable(db: DatabaseSync, tables: readonly MovedTable[]): string | null {
  const named = tables.map(({ inFiles, whereInFiles }) => ({ inFiles, where: whereInFiles }));
  for (const { inFiles, where } of [...named, ...OTHERS.map((inFiles) => ({ inFiles, where: null }))]) {
    if (!hasTable(db, inFiles)) continue;
    if (db.prepare(`SELECT 1 FROM ${inFiles} ${where === null ? '' : `WHERE ${where}`} LIMIT 1`).get())
      return inFiles;
  }
  return null;
}
