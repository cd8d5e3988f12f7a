import { DAY_MS } from '@rastro/base';
import type { TripStorage } from '../trip-port.ts';
import { removeWholeRuns } from './packed-removal.ts';
import { lockHistory } from './packed-runs.ts';
import { removeRecords } from './position-removal.ts';
import type { PostgresDatabase, Queries } from './postgres-database.ts';
import { boundaryBefore } from './trip-reads.ts';

/** Deletes what is old, and keeps the history derived from it. */
export const retentionMethods = (
  db: PostgresDatabase,
): Pick<TripStorage, 'dropPositions' | 'dropTraces'> => ({
  dropPositions: (deviceId, olderThan, limit) =>
    db.transaction((queries) => dropPositions(queries, deviceId, olderThan, limit)),
  dropTraces: (deviceId, olderThan, limit) =>
    db.transaction(async (queries) => {
      await queries.run('DELETE FROM track_days WHERE device_id = $1 AND day < $2', [
        deviceId,
        Math.floor(olderThan / DAY_MS),
      ]);
      return queries.run(
        `DELETE FROM events WHERE id IN (SELECT id FROM events WHERE device_id = $1 AND event_time < $2
         ORDER BY event_time LIMIT $3)`,
        [deviceId, olderThan, limit],
      );
    }),
});

async function dropPositions(
  queries: Queries,
  deviceId: number,
  olderThan: number,
  limit: number,
): Promise<number> {
  const sql = 'SELECT late_from, kept_time FROM trip_heads WHERE device_id = $1 FOR UPDATE';
  const [head] = await queries.all(sql, [deviceId]);
  if (!head) return 0;
  let start = head['kept_time'];
  const boundary = head['late_from'] === null ? await boundaryBefore(queries, deviceId, olderThan) : null;
  if (boundary && (typeof start !== 'number' || boundary.end.time > start)) {
    const { end, decidedAt, state } = boundary;
    await queries.run(
      `UPDATE trip_heads SET revision = revision + 1, kept_time = $2, kept_decided_time = $3,
       kept_decided_device_time = $4, kept_decided_key = $5, kept_state = $6 WHERE device_id = $1`,
      [deviceId, end.time, decidedAt.time, decidedAt.deviceTime, decidedAt.key, state],
    );
    start = end.time;
  }
  if (typeof start !== 'number') return 0;
  const [latest] = await queries.all('SELECT position_id FROM device_states WHERE device_id = $1', [
    deviceId,
  ]);
  const exceptId = Number(latest?.['position_id'] ?? 0);
  const old = { deviceId, from: Number.MIN_SAFE_INTEGER, to: start - 1, id: null, exceptId };
  await lockHistory(queries, deviceId);
  const packed = await removeWholeRuns(queries, old);
  return packed < limit ? packed + (await removeRecords(queries, old, limit - packed)) : packed;
}
