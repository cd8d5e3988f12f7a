import type { DatabaseSync } from 'node:sqlite';
import type { StoredEvent, StoredPosition } from '../records.ts';
import { historyById } from './history-by-id.ts';
import { POSITIONS } from './history-forms.ts';
import { historyPages } from './history-pages.ts';
import { inOneState } from './in-transaction.ts';
import { toEvent } from './rows.ts';

/** Where a history page starts: strictly after this row. */
export interface HistoryCursor {
  readonly fixTime: number;
  readonly deviceTime: number;
  readonly contentKey: number;
}

export function historyReads(db: DatabaseSync) {
  const pages = historyPages(db, POSITIONS);
  const { positionsById } = historyById(db);
  const eventPage = db.prepare(
    `SELECT * FROM events WHERE device_id = ? AND event_time <= ? AND (event_time, id) > (?, ?)
     ORDER BY event_time, id LIMIT ?`,
  );
  return {
    positionsById,
    historyPage(deviceId: number, to: number, after: HistoryCursor, limit: number): StoredPosition[] {
      const from = { time: after.fixTime, deviceTime: after.deviceTime, key: after.contentKey };
      const range = { deviceId, from, end: to, limit, clockAheadMs: null };
      return inOneState(db, () => [...pages.after(range).items]);
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
