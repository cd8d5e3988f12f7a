import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { KeptTrackDay, TrackReader } from '../track-port.ts';
import { inTransaction } from './in-transaction.ts';

export function trackWrites(db: DatabaseSync) {
  const revisionOf = db.prepare('SELECT revision FROM book_heads WHERE device_id = ?');
  const put = db.prepare(
    'INSERT OR REPLACE INTO track_days (device_id, day, head, body) VALUES (?, ?, ?, ?)',
  );
  return {
    keepTrackDays: (deviceId: number, revision: number, days: readonly KeptTrackDay[]): boolean =>
      inTransaction(db, () => {
        if (revisionOf.get(deviceId)?.['revision'] !== revision) return false;
        for (const { day, head, body } of days) put.run(deviceId, day, head, body);
        return true;
      }),
  };
}

export function trackReads(db: DatabaseSync): TrackReader {
  const heads = db.prepare(
    'SELECT day, head FROM track_days WHERE device_id = ? AND day BETWEEN ? AND ? ORDER BY day',
  );
  const body = db.prepare('SELECT body FROM track_days WHERE device_id = ? AND day = ?');
  return {
    trackHeads: (deviceId, from, to) =>
      heads.all(deviceId, from, to).map(({ day, head }) => ({ day: Number(day), head: bytesOf(head) })),
    trackDay(deviceId, day) {
      const row = body.get(deviceId, day);
      return row ? bytesOf(row['body']) : null;
    },
  };
}

const bytesOf = (value: SQLOutputValue | undefined): Uint8Array =>
  value instanceof Uint8Array ? value : new Uint8Array(0);
