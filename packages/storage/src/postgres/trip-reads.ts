import type { Episode, RecordKey } from '@rastro/fleet/trips';
import type { Step } from '../packed/merge-run.ts';
import { addDays } from '../rows/add-days.ts';
import { SUM_COLUMNS, unpackEpisode, unpackPiece, unpackQuarters, unpackSums } from '../rows/trip-codec.ts';
import { toTripHead } from '../rows/trip-head-row.ts';
import { AFTER_ALL, BEFORE_ALL } from '../row-pages.ts';
import type { DecidedRange, TripBoundary, TripRow, TripRowQuery, TripSnapshot } from '../trip-port.ts';
import { TRIP_ROWS } from './position-forms.ts';
import { positionPages } from './position-pages.ts';
import type { OpenedRun } from './position-stretch.ts';
import type { Queries } from './postgres-database.ts';

const SLOTS_A_DAY = 96;
const BOUNDARY = 'end_time, decided_time, decided_device_time, decided_key, state';

export const HEAD_COLUMNS = [
  'device_id',
  'settings',
  'revision',
  'last_time',
  'last_device_time',
  'last_key',
  'late_from',
  'late_to',
  'state',
  'kept_time',
  'kept_decided_time',
  'kept_decided_device_time',
  'kept_decided_key',
  'kept_state',
] as const;

/** The last boundary that was decided before a time; null = none. */
export async function boundaryBefore(
  queries: Queries,
  deviceId: number,
  time: number,
): Promise<TripBoundary | null> {
  const [row] = await queries.planned(
    `SELECT ${BOUNDARY} FROM trip_pieces WHERE device_id = $1 AND decided_time < $2
     ORDER BY decided_time DESC, decided_device_time DESC, decided_key DESC, end_time DESC LIMIT 1`,
    [deviceId, time],
  );
  return row ? toBoundary(row) : null;
}

export const headReads = (
  queries: Queries,
): Pick<TripSnapshot, 'head' | 'boundaryBefore' | 'boundariesAfter'> => ({
  async head(deviceId) {
    const sql = `SELECT ${HEAD_COLUMNS.join()} FROM trip_heads WHERE device_id = $1`;
    const [row] = await queries.planned(sql, [deviceId]);
    return row ? toTripHead(Object.fromEntries(HEAD_COLUMNS.map((name, at) => [name, row[at]]))) : null;
  },
  boundaryBefore: (deviceId, time) => boundaryBefore(queries, deviceId, time),
  async boundariesAfter(deviceId, { time, deviceTime, key }, limit) {
    const rows = await queries.planned(
      `SELECT ${BOUNDARY} FROM trip_pieces WHERE device_id = $1
       AND (decided_time, decided_device_time, decided_key) > ($2, $3, $4)
       ORDER BY decided_time, decided_device_time, decided_key, end_time LIMIT $5`,
      [deviceId, time, deviceTime, key, limit],
    );
    return rows.map(toBoundary);
  },
});

const toBoundary = ([endTime, time, deviceTime, key, state]: readonly unknown[]): TripBoundary => ({
  end: { time: Number(endTime), deviceTime: 0, key: 0 },
  decidedAt: { time: Number(time), deviceTime: Number(deviceTime), key: Number(key) },
  state: String(state),
});

export const recordReads = (
  queries: Queries,
  opened: OpenedRun<TripRow>,
): Pick<TripSnapshot, 'rowsAfter' | 'rowsBefore'> => {
  const pagesOf = (
    deviceId: number,
    from: RecordKey,
    { pageSize, limit = Infinity, clockAheadS }: TripRowQuery,
    step: Step,
  ): AsyncIterable<readonly TripRow[]> => {
    const end = (step > 0 ? AFTER_ALL : BEFORE_ALL).time;
    const range = { deviceId, from, end, limit, clockAheadMs: clockAheadS * 1000 };
    return positionPages(queries, TRIP_ROWS, range, { pageSize, step, opened });
  };
  return {
    rowsAfter: (deviceId, after, query) => pagesOf(deviceId, after ?? BEFORE_ALL, query, 1),
    rowsBefore: (deviceId, before, query) => pagesOf(deviceId, before, query, -1),
  };
};

/**
 * Pieces follow one another: of those that began before a time, only the last can reach into it.
 * @param more Another condition on `p`, whose values are from $4 on.
 */
const touching = (columns: string, more: string): string =>
  `SELECT ${columns} FROM trip_pieces p WHERE device_id = $1 AND start_time <= $3 AND end_time >= $2
   AND start_time >= coalesce((SELECT max(start_time) FROM trip_pieces
     WHERE device_id = $1 AND start_time < $2), $2) AND ${more} ORDER BY start_time, end_time`;

export const pieceReads = (
  queries: Queries,
): Pick<TripSnapshot, 'pieces' | 'piecesBeside' | 'quartersBeside' | 'span'> => ({
  async pieces(deviceId, from, to, kinds = []) {
    const sql = touching('body', '(cardinality($4::text[]) = 0 OR kind = ANY($4))');
    return (await queries.planned(sql, [deviceId, from, to, kinds])).map(([body]) =>
      unpackPiece(String(body)),
    );
  },
  async piecesBeside(deviceId, { from, to }, kinds, without) {
    const more = `(cardinality($10::text[]) = 0 OR kind = ANY($10))`;
    const sql = touching('body', `${beside(4)} AND ${more}`);
    const rows = await queries.planned(sql, [deviceId, from, to, ...keysOf(without), kinds]);
    return rows.map(([body]) => unpackPiece(String(body)));
  },
  async quartersBeside(deviceId, { from, to }, without) {
    const sql = touching('quarters', beside(4));
    const rows = await queries.planned(sql, [deviceId, from, to ?? AFTER_ALL.time, ...keysOf(without)]);
    return rows.flatMap(([quarters]) => unpackQuarters(String(quarters)));
  },
  async span(deviceId) {
    const [row] = await queries.planned(
      `SELECT (SELECT start_time FROM trip_pieces WHERE device_id = $1 ORDER BY start_time LIMIT 1),
         (SELECT end_time FROM trip_pieces WHERE device_id = $1 ORDER BY start_time DESC, end_time DESC LIMIT 1)`,
      [deviceId],
    );
    const [from, to] = row ?? [];
    return typeof from === 'number' && typeof to === 'number' ? { from, to } : null;
  },
});

export const episodeReads = (queries: Queries): Pick<TripSnapshot, 'episodes' | 'episodesBeside'> => {
  const found = async (
    [deviceId, from, to, kinds]: Parameters<TripSnapshot['episodes']>,
    without: DecidedRange | null,
  ): Promise<readonly Episode[]> => {
    const rows = await queries.planned(
      // Any of them may be as long as the longest.
      `SELECT kind, geofence_id, body FROM trip_episodes WHERE device_id = $1 AND kind = ANY($4::text[])
       AND start_time BETWEEN $2 - coalesce((SELECT longest_episode FROM trip_heads WHERE device_id = $1), 0) AND $3
       AND end_time >= $2 ${without ? `AND ${beside(5)}` : ''} ORDER BY start_time, end_time`,
      [deviceId, from, to, kinds, ...(without ? keysOf(without) : [])],
    );
    return rows.flatMap(([kind, geofenceId, body]) => {
      const known = kinds.find((each) => each === kind);
      return known === undefined ? [] : [unpackEpisode(known, Number(geofenceId), String(body))];
    });
  };
  return {
    episodes: (...asked) => found(asked, null),
    episodesBeside: (deviceId, { from, to }, kinds, without) => found([deviceId, from, to, kinds], without),
  };
};

/** Condition on parts decided outside a range, whose values are from a place on. */
function beside(at: number): string {
  const keyAt = (place: number): string => `($${place}, $${place + 1}, $${place + 2})`;
  const decided = '(decided_time, decided_device_time, decided_key)';
  return `(${decided} <= ${keyAt(at)} OR ${decided} > ${keyAt(at + 3)})`;
}
const keysOf = ({ after, upTo }: DecidedRange): readonly number[] =>
  [after ?? BEFORE_ALL, upTo ?? AFTER_ALL].flatMap(({ time, deviceTime, key }) => [time, deviceTime, key]);

const SUMS_OF_DAYS = SUM_COLUMNS.map((column) => {
  if (column === 'max_kmh') return 'max(max_kmh)';
  return column === 'max_at' ? '(array_agg(max_at ORDER BY max_kmh DESC, day))[1]' : `sum(${column})::float8`;
}).join();

export const dayReads = (queries: Queries): Pick<TripSnapshot, 'days' | 'sumOfDays' | 'sumsOfSlots'> => {
  const days = async (deviceId: number, from: number, to: number) => {
    const rows = await queries.planned(
      `SELECT day, quarters, ${SUM_COLUMNS.join()} FROM trip_days WHERE device_id = $1 AND day BETWEEN $2 AND $3
       ORDER BY day`,
      [deviceId, from, to],
    );
    return rows.map(([day, quarters, ...sums]) => ({
      day: Number(day),
      quarters: String(quarters),
      sums: sums.map(Number),
    }));
  };
  return {
    async days(deviceId, from, to) {
      return (await days(deviceId, from, to)).map(({ day, quarters, sums }) => ({
        day,
        quarters: unpackQuarters(quarters),
        sums: unpackSums(sums),
      }));
    },
    async sumsOfSlots(deviceId, bounds) {
      const [first = 0, last = 0] = [bounds[0], bounds.at(-1)];
      const between = [Math.floor(first / SLOTS_A_DAY), Math.floor((last - 1) / SLOTS_A_DAY)] as const;
      return addDays(await days(deviceId, ...between), bounds);
    },
    async sumOfDays(deviceId, from, to) {
      const [row = []] = await queries.planned(
        `SELECT ${SUMS_OF_DAYS} FROM trip_days WHERE device_id = $1 AND day BETWEEN $2 AND $3`,
        [deviceId, from, to],
      );
      return unpackSums(row.map((value) => Number(value ?? 0)));
    },
  };
};
