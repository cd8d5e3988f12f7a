import { DAY_MS } from '@rastro/base';
import { bytesOf } from '../rows/access-log-rows.ts';
import type { HistoryPage, HistoryRange } from '../row-pages.ts';
import type { PathRow, TrackPeriod, TrackReads, TrackRow, TrackStorage } from '../track-port.ts';
import { columnsOf } from './bound.ts';
import { PATH_ROWS, TRACK_ROWS } from './position-forms.ts';
import { beforeTime, readPositions } from './position-pages.ts';
import type { OpenedRun } from './position-stretch.ts';
import type { PostgresDatabase, Queries } from './postgres-database.ts';

/** Cached days of tracks. */
export const trackMethods = (db: PostgresDatabase): TrackStorage => ({
  saveTrackDays: (deviceId, revision, days) =>
    db.transaction(async (queries) => {
      // Who changes the history meanwhile waits, and finds these days to delete.
      const sql = 'SELECT FROM trip_heads WHERE device_id = $1 AND revision = $2 FOR SHARE';
      if ((await queries.all(sql, [deviceId, revision])).length === 0) return false;
      if (days.length === 0) return true;
      await queries.run(
        `INSERT INTO track_days SELECT $4, * FROM unnest($1::bigint[], $2::bytea[], $3::bytea[])
         ON CONFLICT (device_id, day) DO UPDATE SET head = excluded.head, body = excluded.body`,
        [...columnsOf(days, ({ day, head, body }) => [day, head, body]), deviceId],
      );
      return true;
    }),
});

/** Runs that a reader of tracks has opened: those of a day are asked for trip by trip. */
export interface OpenedTracks {
  readonly rows: OpenedRun<TrackRow>;
  readonly paths: OpenedRun<PathRow>;
}

export const trackReads = (queries: Queries, opened: OpenedTracks): TrackReads => ({
  trackRows: (deviceId, period) =>
    dayPages(period, (range) =>
      readPositions(queries, TRACK_ROWS, { ...range, deviceId }, { opened: opened.rows }),
    ),
  async pathRows(deviceId, periods, clockAheadS) {
    const [first, last] = [periods[0], periods.at(-1)];
    if (!first || !last) return [];
    const range = { ...rangeOf(first, clockAheadS), deviceId, end: last.to };
    const how = { opened: opened.paths, within: periods };
    const { items } = await readPositions(queries, PATH_ROWS, range, how);
    // Of runs all comes.
    let at = 0;
    return items.filter(({ fixTime }) => {
      while (at < periods.length - 1 && fixTime > (periods[at]?.to ?? 0)) at++;
      const period = periods[at];
      return period !== undefined && fixTime >= period.from && fixTime <= period.to;
    });
  },
  async eventTimes(deviceId, from, to) {
    const rows = await queries.planned(
      'SELECT event_time FROM events WHERE device_id = $1 AND event_time BETWEEN $2 AND $3',
      [deviceId, from, to],
    );
    return rows.map(([time]) => Number(time));
  },
  async trackHeads(deviceId, from, to) {
    const rows = await queries.planned(
      'SELECT day, head FROM track_days WHERE device_id = $1 AND day BETWEEN $2 AND $3 ORDER BY day',
      [deviceId, from, to],
    );
    return rows.map(([day, head]) => ({ day: Number(day), head: plain(head) }));
  },
  async trackDay(deviceId, day) {
    const [row] = await queries.planned('SELECT body FROM track_days WHERE device_id = $1 AND day = $2', [
      deviceId,
      day,
    ]);
    return row ? plain(row[0]) : null;
  },
});

/** Bytes as SQLite gives them: a Buffer can be a part of something larger. */
const plain = (value: unknown): Uint8Array => new Uint8Array(bytesOf(value));

/** A day is a page at most. */
async function* dayPages<Item>(
  { from: start, to, clockAheadS }: TrackPeriod,
  read: (range: Omit<HistoryRange, 'deviceId'>) => Promise<HistoryPage<Item>>,
): AsyncGenerator<readonly Item[]> {
  for (let from = start; from <= to;) {
    const next = (Math.floor(from / DAY_MS) + 1) * DAY_MS;
    const end = Math.min(to, next - 1);
    const range = { ...rangeOf({ from }, clockAheadS), end };
    const { items } = await read(range);
    if (items.length > 0) yield items;
    from = next;
  }
}

const rangeOf = ({ from }: Pick<TrackPeriod, 'from'>, clockAheadS: number) => ({
  from: beforeTime(from),
  limit: Infinity,
  clockAheadMs: clockAheadS * 1000,
});
