import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { KeptTrackDay, TrackReader, TrackRow } from '../track-port.ts';
import { arrayRows, type ArrayRow } from './array-rows.ts';
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
  const rows = arrayRows(
    db,
    `SELECT fix_time, device_time, content_key, latitude, longitude, speed, attributes, altitude FROM positions
     WHERE device_id = ? AND fix_time BETWEEN ? AND ? AND fix_time <= server_time + ?
     ORDER BY fix_time, device_time, content_key`,
  );
  const events = arrayRows(
    db,
    'SELECT event_time FROM events WHERE device_id = ? AND event_time BETWEEN ? AND ?',
  );
  const body = db.prepare('SELECT body FROM track_days WHERE device_id = ? AND day = ?');
  return {
    trackRows: (deviceId, { from, to, clockAheadS }) =>
      rows(deviceId, from, to, clockAheadS * 1000).map(toTrackRow),
    eventTimes: (deviceId, from, to) => events(deviceId, from, to).map(([time]) => Number(time)),
    trackHeads: (deviceId, from, to) =>
      heads.all(deviceId, from, to).map(({ day, head }) => ({ day: Number(day), head: bytesOf(head) })),
    trackDay(deviceId, day) {
      const row = body.get(deviceId, day);
      return row ? bytesOf(row['body']) : null;
    },
  };
}

const toTrackRow = (row: ArrayRow): TrackRow => ({
  fixTime: Number(row[0]),
  deviceTime: Number(row[1]),
  contentKey: Number(row[2]),
  latitude: Number(row[3]),
  longitude: Number(row[4]),
  speed: Number(row[5]),
  attributes: String(row[6]),
  altitude: Number(row[7]),
});

const bytesOf = (value: SQLOutputValue | undefined): Uint8Array =>
  value instanceof Uint8Array ? value : new Uint8Array(0);
