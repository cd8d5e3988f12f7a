import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { DAY_MS } from '@rastro/base';
import type { StoredTrackDay, TrackPeriod, TrackReads, TrackRow, PathRow } from '../track-port.ts';
import { arrayRows, type ArrayRow } from './array-rows.ts';
import { inTransaction } from './in-transaction.ts';
import { pickAttributes } from './pick-attributes.ts';

export function trackWrites(db: DatabaseSync) {
  const revisionOf = db.prepare('SELECT revision FROM book_heads WHERE device_id = ?');
  const put = db.prepare(
    'INSERT OR REPLACE INTO track_days (device_id, day, head, body) VALUES (?, ?, ?, ?)',
  );
  return {
    saveTrackDays: (deviceId: number, revision: number, days: readonly StoredTrackDay[]): boolean =>
      inTransaction(db, () => {
        if (revisionOf.get(deviceId)?.['revision'] !== revision) return false;
        for (const { day, head, body } of days) put.run(deviceId, day, head, body);
        return true;
      }),
  };
}

export function trackReads(db: DatabaseSync): TrackReads {
  const heads = db.prepare(
    'SELECT day, head FROM track_days WHERE device_id = ? AND day BETWEEN ? AND ? ORDER BY day',
  );
  const rowsWith = (columns: string): ReturnType<typeof arrayRows> =>
    arrayRows(
      db,
      `SELECT fix_time, device_time, content_key, latitude, longitude, speed, ${columns} FROM positions
       WHERE device_id = ? AND fix_time BETWEEN ? AND ? AND fix_time <= server_time + ?
       ORDER BY fix_time, device_time, content_key`,
    );
  const rows = rowsWith('attributes, altitude');
  // In a text a quote is written \", so that this can only be a name; an object inside could hold the same.
  const ways = rowsWith(
    `CASE WHEN attributes LIKE '_%{%' THEN attributes ELSE instr(attributes, '"ignition":true') > 0 END`,
  );
  const events = arrayRows(
    db,
    'SELECT event_time FROM events WHERE device_id = ? AND event_time BETWEEN ? AND ?',
  );
  const body = db.prepare('SELECT body FROM track_days WHERE device_id = ? AND day = ?');
  return {
    trackRows: (deviceId, period) =>
      dayPages(period, (from, to, aheadMs) => rows(deviceId, from, to, aheadMs).map(toTrackRow)),
    pathRows: (deviceId, period) =>
      dayPages(period, (from, to, aheadMs) => ways(deviceId, from, to, aheadMs).map(toPathRow)),
    eventTimes: async (deviceId, from, to) => events(deviceId, from, to).map(([time]) => Number(time)),
    trackHeads: async (deviceId, from, to) =>
      heads.all(deviceId, from, to).map(({ day, head }) => ({ day: Number(day), head: bytesOf(head) })),
    async trackDay(deviceId, day) {
      const row = body.get(deviceId, day);
      return row ? bytesOf(row['body']) : null;
    },
  };
}

/** A day is a page: a number of rows to stop at would cost a tenth of the reading. */
async function* dayPages<Row>(
  { from, to, clockAheadS }: TrackPeriod,
  read: (from: number, to: number, clockAheadMs: number) => readonly Row[],
): AsyncGenerator<readonly Row[]> {
  for (let start = from; start <= to;) {
    const next = (Math.floor(start / DAY_MS) + 1) * DAY_MS;
    const page = read(start, Math.min(to, next - 1), clockAheadS * 1000);
    if (page.length > 0) yield page;
    start = next;
  }
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

const IGNITION = ['ignition'] as const;
const toPathRow = (row: ArrayRow): PathRow => ({
  fixTime: Number(row[0]),
  deviceTime: Number(row[1]),
  contentKey: Number(row[2]),
  latitude: Number(row[3]),
  longitude: Number(row[4]),
  speed: Number(row[5]),
  ignition: typeof row[6] === 'string' ? pickAttributes(row[6], IGNITION)['ignition'] === true : row[6] === 1,
});

const bytesOf = (value: SQLOutputValue | undefined): Uint8Array =>
  value instanceof Uint8Array ? value : new Uint8Array(0);
