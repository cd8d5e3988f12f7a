import { DAY_MS } from '@rastro/base';
import { columnsOf } from './bound.ts';
import type { Queries } from './postgres-database.ts';

/** Times of records of a device that came late, or went. */
export interface LatePeriod {
  readonly deviceId: number;
  readonly from: number;
  readonly to: number;
}

/**
 * Flags in the histories of devices that records of these times came, or went, after they were derived. A reduction under
 * way may have read beyond the stored history: a new revision, the first one included, makes its write fail. Cached
 * tracks of days that are flagged go.
 */
export async function flagLate(queries: Queries, periods: readonly LatePeriod[]): Promise<void> {
  if (periods.length === 0) return;
  const devices = [...new Set(periods.map(({ deviceId }) => deviceId))];
  await Promise.all([
    queries.run(
      `WITH late AS (SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS l (device_id, t0, t1))
       INSERT INTO trip_heads AS h (device_id, settings, revision, last_time, last_device_time, last_key, state,
         longest_episode)
       SELECT DISTINCT device_id, '', 1, 0, 0, 0, '', 0 FROM late ORDER BY device_id
       ON CONFLICT (device_id) DO UPDATE SET revision = h.revision + 1,
         late_from = least(h.late_from,
           (SELECT min(t0) FROM late WHERE late.device_id = h.device_id AND t0 <= h.last_time)),
         late_to = greatest(h.late_to,
           (SELECT max(t1) FROM late WHERE late.device_id = h.device_id AND t0 <= h.last_time))`,
      columnsOf(periods, ({ deviceId, from, to }) => [deviceId, from, to]),
    ),
    // A statement of its own: it sees the days that were stored while the one before waited for a history.
    queries.run(
      `DELETE FROM track_days t USING trip_heads h WHERE h.device_id = ANY($1::bigint[]) AND t.device_id = h.device_id
       AND t.day BETWEEN floor(h.late_from::numeric / ${DAY_MS}) AND floor(h.late_to::numeric / ${DAY_MS})`,
      [devices],
    ),
  ]);
}
