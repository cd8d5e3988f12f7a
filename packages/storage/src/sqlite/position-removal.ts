import type { DatabaseSync } from 'node:sqlite';
import type { PositionRange, PositionRemoval, StoredPosition } from '../records.ts';
import { packedById } from './history-by-id.ts';
import { POSITIONS } from './history-forms.ts';
import { historyPages } from './history-pages.ts';
import { recordRemoval } from './record-removal.ts';
import { AFTER_ALL, BEFORE_ALL } from '../row-pages.ts';
import { lateFlagger } from './trip-methods.ts';
import type { WrittenHistory } from './written-history.ts';

/** Takes history away. A few thousand rows a call, so that commits can go between. */
export function positionRemoval(db: DatabaseSync, history: WrittenHistory) {
  const remove = recordRemoval(db, history.packing);
  const latestOf = db.prepare(
    'SELECT position_id FROM device_states WHERE device_id = ? AND position_id > 0',
  );
  const isRow = db.prepare('SELECT 1 FROM positions WHERE id = ? AND device_id = ?');
  const { runWith } = packedById(db);
  const newest = newestRead(db);
  const markLate = lateFlagger(db);
  const setLatest = db.prepare('UPDATE device_states SET position_id = ? WHERE device_id = ?');
  const goneOf = (deviceId: number): number | null => {
    const latest = latestOf.get(deviceId)?.['position_id'];
    if (typeof latest !== 'number' || isRow.get(latest, deviceId)) return null;
    return runWith(deviceId, latest) === null ? latest : null;
  };
  return {
    removePositions({ deviceId, from, to, id }: PositionRange, limit: number): PositionRemoval {
      return history.inTransaction(() => {
        history.moves.settle(deviceId);
        const removed = remove({ deviceId, from, to, id, exceptId: 0 }, limit);
        if (removed > 0) markLate(deviceId, from, to);
        const goneId = goneOf(deviceId);
        if (goneId === null) return { removed, latest: null };
        const rows = newest(deviceId);
        setLatest.run(rows.at(-1)?.id ?? 0, deviceId);
        return { removed, latest: { goneId, newest: rows } };
      });
    },
  };
}

/** Reads all positions of the newest instant of a device, by their ids. */
function newestRead(db: DatabaseSync): (deviceId: number) => StoredPosition[] {
  const pages = historyPages(db, POSITIONS, null);
  return (deviceId) => {
    const whole = { deviceId, clockAheadMs: null };
    const [last] = pages.before({ ...whole, from: AFTER_ALL, end: BEFORE_ALL.time, limit: 1 }).items;
    if (!last) return [];
    const { fixTime, deviceTime } = last;
    const from = { time: fixTime, deviceTime, key: -1 };
    const all = pages.after({ ...whole, from, end: fixTime, limit: Infinity }).items;
    return all.toSorted((a, b) => a.id - b.id);
  };
}
