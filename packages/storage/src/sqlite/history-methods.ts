import type { DatabaseSync } from 'node:sqlite';
import type { StoredEvent, StoredPosition } from '../records.ts';
import { toEvent, toPosition } from './rows.ts';

/** Where a history page starts: strictly after this row. */
export interface HistoryCursor {
  readonly fixTime: number;
  readonly deviceTime: number;
  readonly contentKey: number;
}

export function historyReads(db: DatabaseSync) {
  const historyPage = db.prepare(
    `SELECT * FROM positions WHERE device_id = ? AND fix_time <= ?
     AND (fix_time, device_time, content_key) > (?, ?, ?)
     ORDER BY fix_time, device_time, content_key LIMIT ?`,
  );
  const eventPage = db.prepare(
    `SELECT * FROM events WHERE device_id = ? AND event_time <= ? AND (event_time, id) > (?, ?)
     ORDER BY event_time, id LIMIT ?`,
  );
  return {
    positionsById(ids: readonly number[]): StoredPosition[] {
      return db
        .prepare('SELECT * FROM positions WHERE id IN (SELECT value FROM json_each(?))')
        .all(JSON.stringify(ids))
        .map(toPosition);
    },
    historyPage(deviceId: number, to: number, after: HistoryCursor, limit: number): StoredPosition[] {
      return historyPage
        .all(deviceId, to, after.fixTime, after.deviceTime, after.contentKey, limit)
        .map(toPosition);
    },
    eventById(id: number): StoredEvent | null {
      const row = db.prepare('SELECT * FROM events WHERE id = ?').get(id);
      return row ? toEvent(row) : null;
    },
    eventPage(
      deviceId: number,
      to: number,
      after: { readonly eventTime: number; readonly id: number },
      limit: number,
    ): StoredEvent[] {
      return eventPage.all(deviceId, to, after.eventTime, after.id, limit).map(toEvent);
    },
  };
}
