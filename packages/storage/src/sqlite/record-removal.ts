import type { DatabaseSync } from 'node:sqlite';
import { decodeColumns } from '../packed/head-columns.ts';
import type { PositionRange } from '../records.ts';
import { arrayRows } from './array-rows.ts';
import { packedById } from './history-by-id.ts';
import type { HistoryPacking } from './history-packing.ts';
import { packedRuns, type RunPlace } from './packed-runs.ts';

interface RecordRange extends PositionRange {
  /** This one stays; 0 = none. */
  readonly exceptId: number;
}

/**
 * Deletes records, with what was noted about late ones: runs that are in the range as a whole are deleted as they are,
 * others become rows before. Call it within a transaction.
 * @returns how many, so many at most.
 */
export function recordRemoval(
  db: DatabaseSync,
  packing: HistoryPacking,
): (range: RecordRange, limit: number) => number {
  const runs = packedRuns(db);
  const { runWith } = packedById(db);
  const rows = arrayRows(
    db,
    `DELETE FROM positions WHERE id IN (SELECT id FROM positions WHERE device_id = ?1
     AND fix_time BETWEEN ?2 AND ?3 AND (?4 = 0 OR id = ?4) AND id <> ?5 LIMIT ?6) RETURNING id`,
  );
  const forgetLate = lateRecordRemoval(db);
  const removeRows = (range: RecordRange, limit: number): number => {
    const { deviceId, from, to, id, exceptId } = range;
    const removed = rows(deviceId, from, to, id ?? 0, exceptId, limit).map(([each]) => Number(each));
    if (removed.length > 0) forgetLate(range, () => removed);
    return removed.length;
  };
  const removeRuns = ({ deviceId, from, to, exceptId }: RecordRange, limit: number): number => {
    const exceptPlace = exceptId === 0 ? null : runWith(deviceId, exceptId);
    let removed = 0;
    for (let run = runs.first(deviceId, from, to); run; run = runs.first(deviceId, run.to + 1, to)) {
      const { place, count } = run;
      if (removed + count > limit) break;
      if (run.from < from || run.to > to || place === exceptPlace) continue;
      forgetLate({ deviceId, ...run }, () => decodeColumns(runs.head(place), ['id']).columns.id);
      packing.removeRun(place);
      removed += count;
    }
    return removed;
  };
  return (range, limit) => {
    const { deviceId, from, to, id } = range;
    let removed = id === null ? removeRuns(range, limit) : 0;
    for (;;) {
      if (removed < limit) removed += removeRows(range, limit - removed);
      const place = id === null ? runs.first(deviceId, from, to)?.place : runWith(deviceId, id);
      if (removed >= limit || place === undefined || place === null) return removed;
      packing.loosen(place);
    }
  };
}

/** Deletes what was noted about late records. @param idsOf Called only when something was noted at these times. */
function lateRecordRemoval(
  db: DatabaseSync,
): (
  range: Pick<RunPlace, 'from' | 'to'> & { readonly deviceId: number },
  idsOf: () => Iterable<number>,
) => void {
  const some = db.prepare(
    'SELECT 1 FROM late_records WHERE device_id = ? AND fix_time BETWEEN ? AND ? LIMIT 1',
  );
  const remove = db.prepare(
    `DELETE FROM late_records WHERE device_id = ? AND fix_time BETWEEN ? AND ?
     AND position_id IN (SELECT value FROM json_each(?))`,
  );
  return ({ deviceId, from, to }, idsOf) => {
    if (some.get(deviceId, from, to)) remove.run(deviceId, from, to, JSON.stringify([...idsOf()]));
  };
}
