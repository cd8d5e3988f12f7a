import type { PositionRange, PositionRemoval, StoredPosition } from '../records.ts';
import { AFTER_ALL, BEFORE_ALL } from '../row-pages.ts';
import { flagLate } from './late-flags.ts';
import { POSITIONS } from './position-forms.ts';
import { readPositions } from './position-pages.ts';
import { lockHistory } from './packed-runs.ts';
import { removePacked, type RecordRange } from './packed-removal.ts';
import { positionsById } from './positions-by-id.ts';
import type { Queries } from './postgres-database.ts';

/**
 * Deletes records, packed or not, with what was noted about late ones, within a transaction of whoever calls.
 * @returns how many, so many at most.
 */
export async function removeRecords(queries: Queries, range: RecordRange, limit: number): Promise<number> {
  await lockHistory(queries, range.deviceId);
  const removed = await removeRows(queries, range, limit);
  return removed < limit ? removed + (await removePacked(queries, range, limit - removed)) : removed;
}

async function removeRows(
  queries: Queries,
  { deviceId, from, to, id, exceptId }: RecordRange,
  limit: number,
): Promise<number> {
  const [row] = await queries.all(
    `WITH old AS (SELECT device_id, fix_time, device_time, content_key FROM positions WHERE device_id = $1
       AND fix_time BETWEEN $2 AND $3 AND ($4::bigint IS NULL OR id = $4) AND id <> $5
       ORDER BY fix_time LIMIT $6),
     gone AS (DELETE FROM positions p USING old WHERE p.device_id = old.device_id AND p.fix_time = old.fix_time
       AND p.device_time = old.device_time AND p.content_key = old.content_key AND p.fix_time BETWEEN $2 AND $3
       RETURNING p.fix_time, p.id),
     late AS (DELETE FROM late_records l USING gone WHERE l.device_id = $1 AND l.fix_time = gone.fix_time
       AND l.position_id = gone.id AND l.fix_time BETWEEN $2 AND $3)
     SELECT count(*) AS removed FROM gone`,
    [deviceId, from, to, id, exceptId, limit],
  );
  return Number(row?.['removed']);
}

/** Takes history away, within a transaction of whoever calls. */
export async function removePositions(
  queries: Queries,
  { deviceId, from, to, id }: PositionRange,
  limit: number,
): Promise<PositionRemoval> {
  const removed = await removeRecords(queries, { deviceId, from, to, id, exceptId: 0 }, limit);
  if (removed > 0) await flagLate(queries, [{ deviceId, from, to }]);
  const goneId = await goneLatest(queries, deviceId);
  if (goneId === null) return { removed, latest: null };
  const newest = await newestOf(queries, deviceId);
  const latest = newest.at(-1);
  await queries.run('UPDATE device_states SET position_id = $2, position_time = $3 WHERE device_id = $1', [
    deviceId,
    latest?.id ?? 0,
    latest?.fixTime ?? null,
  ]);
  return { removed, latest: { goneId, newest } };
}

/** The position that a state stands on, if it is not there any more. */
async function goneLatest(queries: Queries, deviceId: number): Promise<number | null> {
  const [state] = await queries.all(
    'SELECT position_id FROM device_states WHERE device_id = $1 AND position_id > 0 FOR UPDATE',
    [deviceId],
  );
  if (!state) return null;
  const id = Number(state['position_id']);
  const found = await positionsById(queries, [id]);
  return found.some((position) => position.deviceId === deviceId) ? null : id;
}

/** All positions of the newest instant of a device, by their ids. */
async function newestOf(queries: Queries, deviceId: number): Promise<readonly StoredPosition[]> {
  const whole = { deviceId, clockAheadMs: null };
  const last = await readPositions(
    queries,
    POSITIONS,
    { ...whole, from: AFTER_ALL, end: BEFORE_ALL.time, limit: 1 },
    { step: -1 },
  );
  const [newest] = last.items;
  if (!newest) return [];
  const { fixTime, deviceTime } = newest;
  const from = { time: fixTime, deviceTime, key: -1 };
  const all = await readPositions(queries, POSITIONS, { ...whole, from, end: fixTime, limit: Infinity });
  return all.items.toSorted((a, b) => a.id - b.id);
}
