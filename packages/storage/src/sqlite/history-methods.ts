import type { DatabaseSync } from 'node:sqlite';
import type { StoredEvent, StoredPosition } from '../records.ts';
import { arrivalReads } from './arrival-reads.ts';
import { historyById } from './history-by-id.ts';
import { JSON_TEXTS, POSITIONS } from './history-forms.ts';
import type { HistoryRange } from '../row-pages.ts';
import { historyPages } from './history-pages.ts';
import { inOneState } from './in-transaction.ts';
import { toEvent } from '../rows/values.ts';

/** Where a history page starts: strictly after this row. */
export interface HistoryCursor {
  readonly fixTime: number;
  readonly deviceTime: number;
  readonly contentKey: number;
}

/** A page as JSON, and where the next one starts; null = there is none. */
export interface JsonPage {
  readonly bytes: Uint8Array;
  readonly next: HistoryCursor | null;
}

export function historyReads(db: DatabaseSync) {
  const pages = historyPages(db, POSITIONS, arrivalReads(db));
  const texts = historyPages(db, JSON_TEXTS, arrivalReads(db));
  const { positionsById } = historyById(db);
  const eventPage = db.prepare(
    `SELECT * FROM events WHERE device_id = ? AND event_time <= ? AND (event_time, id) > (?, ?)
     ORDER BY event_time, id LIMIT ?`,
  );
  return {
    positionsById,
    historyPage(deviceId: number, to: number, after: HistoryCursor, limit: number): StoredPosition[] {
      const range = rangeOf(deviceId, to, after, limit);
      return inOneState(db, () => [...pages.after(range).items]);
    },
    historyJsonPage(deviceId: number, to: number, after: HistoryCursor, limit: number): JsonPage {
      const range = rangeOf(deviceId, to, after, limit);
      const { items, last } = inOneState(db, () => texts.after(range));
      let text = '';
      for (const item of items) text += `,${item}`;
      const isLast = last === null || items.length < limit;
      const next = isLast ? null : { fixTime: last.time, deviceTime: last.deviceTime, contentKey: last.key };
      return { bytes: Buffer.from(text), next };
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

const rangeOf = (deviceId: number, end: number, after: HistoryCursor, limit: number): HistoryRange => ({
  deviceId,
  from: { time: after.fixTime, deviceTime: after.deviceTime, key: after.contentKey },
  end,
  limit,
  clockAheadMs: null,
});
