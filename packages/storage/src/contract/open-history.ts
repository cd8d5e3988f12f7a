import { DatabaseSync } from 'node:sqlite';
import type { PositionRange, StoredPosition } from '../records.ts';
import { arrivalReads } from '../sqlite/arrival-reads.ts';
import {
  JSON_TEXTS,
  PATH_ROWS,
  POSITIONS,
  TEXTS,
  TRACK_ROWS,
  trackForm,
  TRIP_ROWS,
} from '../sqlite/history-forms.ts';
import { historyPages, type HistoryPages } from '../sqlite/history-pages.ts';
import { migrate } from '../sqlite/migrate.ts';
import { packed as packedBatch } from '../sqlite/packed-batch.ts';
import { closedBefore } from '../sqlite/packed-places.ts';
import { readMethods } from '../sqlite/read-methods.ts';
import { AFTER_ALL, BEFORE_ALL, type HistoryPage, type HistoryRange } from '../row-pages.ts';
import { writeMethods } from '../sqlite/write-methods.ts';
import { openWrittenHistory } from '../sqlite/written-history.ts';
import { batch, position } from './made-rows.ts';
import { storeAsRows } from './stored-as-rows.ts';

export const ALL_DAYS = closedBefore(Infinity);
export const DEVICES = [1, 2];
const FORMS = [
  TEXTS,
  POSITIONS,
  JSON_TEXTS,
  TRIP_ROWS,
  TRACK_ROWS,
  PATH_ROWS,
  ...[[], ['fuel'], ['power', 'fuel']].map(trackForm),
];

/** A store in memory, and all ways to read it. */
export function openStore(path = ':memory:') {
  const db = new DatabaseSync(path);
  migrate(db);
  const history = openWrittenHistory(db);
  const write = writeMethods(db, history);
  const read = readMethods(db);
  const pages: readonly HistoryPages<unknown>[] = FORMS.map((form) =>
    historyPages<unknown>(db, form, arrivalReads(db)),
  );
  const count = (sql: string): number => Number(db.prepare(`SELECT count(*) AS n FROM ${sql}`).get()?.['n']);
  return {
    db,
    history,
    read,
    write,
    pages,
    count,
    arrive: (positions: readonly StoredPosition[], more: Parameters<typeof batch>[0] = {}) =>
      write.commit(packedBatch(batch({ positions, ...more }))),
    /** As rows, as an older version stored them. */
    commit(positions: readonly StoredPosition[], more: Parameters<typeof batch>[0] = {}) {
      const outcome = this.arrive(positions, more);
      storeAsRows(db, history);
      return outcome;
    },
    move(steps = Infinity): void {
      const round = history.moves.round();
      for (let left = steps; left > 0 && history.inTransaction(() => round.next()).done !== true; left--);
    },
    packFirstDay: (deviceId: number, closed = ALL_DAYS): boolean =>
      history.inTransaction(() => history.packing.packFirstDay(deviceId, closed)),
    packAll(): void {
      this.move();
      for (const deviceId of DEVICES) while (this.packFirstDay(deviceId));
    },
    /** Until nothing is left, as its callers do. */
    remove(range: PositionRange, limit: number) {
      let total = 0;
      for (;;) {
        const { removed, latest } = write.removePositions(range, limit);
        total += removed;
        if (removed < limit) return { total, latest };
      }
    },
  };
}
export type Store = ReturnType<typeof openStore>;

/** All pages of a device in all forms, either way. */
export function contentOf(
  { pages }: Store,
  deviceId: number,
  pageSize: number,
  clockAheadMs: number | null,
): unknown {
  const range = { deviceId, limit: pageSize, clockAheadMs };
  return pages.map(({ after, before }) => [
    allPages(after, { ...range, from: BEFORE_ALL, end: AFTER_ALL.time }),
    allPages(before, { ...range, from: AFTER_ALL, end: BEFORE_ALL.time }),
  ]);
}

function allPages(read: (range: HistoryRange) => HistoryPage<unknown>, range: HistoryRange): unknown {
  const found: unknown[] = [];
  for (let { from } = range; ;) {
    const { items, last } = read({ ...range, from });
    found.push(items);
    if (items.length < range.limit || last === null) return found;
    from = last;
  }
}

/** So many records from a time on, at even distances. */
export const drive = (count: number, start: number, everyMs: number, firstId = 1): StoredPosition[] =>
  Array.from({ length: count }, (_, i) => {
    const fixTime = start + i * everyMs;
    return position({
      id: firstId + i,
      fixTime,
      deviceTime: fixTime,
      serverTime: fixTime + 500,
      contentKey: i,
    });
  });
