import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { DAY_MS } from '@rastro/base';
import type { StoredTrackDay, TrackPeriod, TrackReads } from '../track-port.ts';
import { arrayRows } from './array-rows.ts';
import { PATH_ROWS, TRACK_ROWS } from './history-forms.ts';
import { arrivalReads } from './arrival-reads.ts';
import { historyPages, type HistoryPages } from './history-pages.ts';
import { inTransaction } from './in-transaction.ts';

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
  const rows = historyPages(db, TRACK_ROWS, arrivalReads(db));
  const paths = historyPages(db, PATH_ROWS, arrivalReads(db));
  const events = arrayRows(
    db,
    'SELECT event_time FROM events WHERE device_id = ? AND event_time BETWEEN ? AND ?',
  );
  const body = db.prepare('SELECT body FROM track_days WHERE device_id = ? AND day = ?');
  return {
    trackRows: (deviceId, period) => dayPages(deviceId, period, rows),
    pathRows: async (deviceId, periods, clockAheadS) =>
      periods.flatMap(
        (period) => paths.after({ ...rangeOf(period, clockAheadS), deviceId, end: period.to }).items,
      ),
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
  deviceId: number,
  { from, to, clockAheadS }: TrackPeriod,
  { after }: HistoryPages<Row>,
): AsyncGenerator<readonly Row[]> {
  for (let start = from; start <= to;) {
    const next = (Math.floor(start / DAY_MS) + 1) * DAY_MS;
    const range = rangeOf({ from: start }, clockAheadS);
    const { items } = after({ ...range, deviceId, end: Math.min(to, next - 1) });
    if (items.length > 0) yield items;
    start = next;
  }
}

const rangeOf = ({ from }: Pick<TrackPeriod, 'from'>, clockAheadS: number) => ({
  from: { time: from - 1, deviceTime: Number.MAX_SAFE_INTEGER, key: 0 },
  limit: Infinity,
  clockAheadMs: clockAheadS * 1000,
});

const bytesOf = (value: SQLOutputValue | undefined): Uint8Array =>
  value instanceof Uint8Array ? value : new Uint8Array(0);
