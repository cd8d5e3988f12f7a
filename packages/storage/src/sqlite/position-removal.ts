import type { DatabaseSync } from 'node:sqlite';
import type { PositionRange, PositionRemoval } from '../records.ts';
import { lateFlagger } from './trip-methods.ts';
import { inTransaction } from './in-transaction.ts';
import { toPosition } from './rows.ts';

/** Takes history away. A few thousand rows a call, so that commits can go between. */
export function positionRemoval(db: DatabaseSync) {
  const remove = db.prepare(
    `DELETE FROM positions WHERE id IN (SELECT id FROM positions
     WHERE device_id = ? AND fix_time BETWEEN ? AND ? AND (? IS NULL OR id = ?) LIMIT ?)`,
  );
  const isLatestGone = db.prepare(
    `SELECT position_id FROM device_states s WHERE device_id = ? AND position_id > 0
     AND NOT EXISTS (SELECT 1 FROM positions p WHERE p.id = s.position_id)`,
  );
  const newest = db.prepare(
    `SELECT * FROM positions p WHERE device_id = ?1 AND (fix_time, device_time) =
     (SELECT fix_time, device_time FROM positions WHERE device_id = ?1
      ORDER BY fix_time DESC, device_time DESC LIMIT 1) ORDER BY id`,
  );
  const markLate = lateFlagger(db);
  const setLatest = db.prepare('UPDATE device_states SET position_id = ? WHERE device_id = ?');

  return {
    removePositions({ deviceId, from, to, id }: PositionRange, limit: number): PositionRemoval {
      return inTransaction(db, () => {
        const removed = Number(remove.run(deviceId, from, to, id, id, limit).changes);
        if (removed > 0) markLate(deviceId, from, to);
        const gone = isLatestGone.get(deviceId)?.['position_id'];
        if (gone === undefined) return { removed, latest: null };
        const rows = newest.all(deviceId).map(toPosition);
        setLatest.run(rows.at(-1)?.id ?? 0, deviceId);
        return { removed, latest: { goneId: Number(gone), newest: rows } };
      });
    },
  };
}
