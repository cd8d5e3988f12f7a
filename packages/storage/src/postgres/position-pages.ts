import type { RecordKey } from '@rastro/fleet/trips';
import type { HistoryPage, HistoryRange } from '../row-pages.ts';
import {
  RAW_COLUMNS,
  toPathRow,
  toPositionJson,
  toRawPosition,
  toStoredPosition,
  toTrackPosition,
  toTrackRow,
  toTripRow,
  TRACK_COLUMNS,
  TRIP_COLUMNS,
  type PositionRow,
} from '../rows/position-rows.ts';
import type { RawPosition, StoredPosition, TrackPosition } from '../records.ts';
import type { PathRow, TrackRow } from '../track-port.ts';
import type { TripRow } from '../trip-port.ts';
import type { Queries } from './postgres-database.ts';

/** Form in which positions are read. */
export interface PositionForm<Item> {
  /** Behind fix_time, device_time and content_key. */
  readonly columns: string;
  readonly ofRow: (row: PositionRow) => Item;
}

export const TEXTS: PositionForm<RawPosition> = { columns: RAW_COLUMNS, ofRow: toRawPosition };
export const POSITIONS: PositionForm<StoredPosition> = { columns: RAW_COLUMNS, ofRow: toStoredPosition };
export const TRIP_ROWS: PositionForm<TripRow> = { columns: TRIP_COLUMNS, ofRow: toTripRow };
export const TRACK_ROWS: PositionForm<TrackRow> = { columns: TRACK_COLUMNS, ofRow: toTrackRow };

/** The JSON of positions. */
export const JSON_TEXTS: PositionForm<string> = {
  // Handing a value over costs more than putting texts together there.
  columns: `server_time, valid::int, latitude, longitude, altitude, speed, course, accuracy, address,
    concat('{"id":', id, ',"attributes":', attributes, ',"deviceId":', device_id, ',"protocol":"', protocol, '"'),
    CASE WHEN network IS NOT NULL OR geofence_ids IS NOT NULL THEN
      concat('"network":', coalesce(network, 'null'), ',"geofenceIds":', coalesce(geofence_ids, 'null'), '}') END`,
  ofRow: toPositionJson,
};

export const PATH_ROWS: PositionForm<PathRow> = {
  // In a text a quote is written \", so that this can only be a name; an object inside could hold the same.
  columns: `latitude, longitude, speed, CASE WHEN attributes LIKE '_%{%' THEN attributes
    WHEN strpos(attributes, '"ignition":true') > 0 THEN '{"ignition":true}' ELSE '{}' END`,
  ofRow: toPathRow,
};

/** Places with some attributes. @param names Those wanted on each position. */
export function trackForm(names: readonly string[]): PositionForm<TrackPosition> {
  const onlyFuel = names.length > 0 && names.every((name) => name.startsWith('fuel'));
  // Most vehicles have no gauge: their attributes are not read.
  const gauges = `CASE WHEN strpos(attributes, '"fuel') > 0 THEN attributes END`;
  const attributes = names.length === 0 ? 'NULL' : onlyFuel ? gauges : 'attributes';
  return {
    columns: `id, latitude, longitude, speed, address, ${attributes}`,
    ofRow: (row) => toTrackPosition(row, names),
  };
}

/** Reads one page of a device's positions in the order of history, or the other way. Fewer than asked for = there are no more. */
export async function readPositions<Item>(
  queries: Queries,
  { columns, ofRow }: PositionForm<Item>,
  { deviceId, from, end, limit, clockAheadMs }: HistoryRange,
  step: 1 | -1 = 1,
): Promise<HistoryPage<Item>> {
  const [behind, upTo, order] = step > 0 ? ['>', '<=', ''] : ['<', '>=', 'DESC'];
  const most = Number.isFinite(limit) ? limit : null;
  const ahead = clockAheadMs === null ? '' : 'AND fix_time <= server_time + $7';
  const rows = await queries.lists(
    // The first condition on fix_time says which tables are read.
    `SELECT fix_time, device_time, content_key, ${columns} FROM positions WHERE device_id = $1
     AND fix_time ${behind}= $2 AND (fix_time, device_time, content_key) ${behind} ($2, $3, $4) AND fix_time ${upTo} $5
     ${ahead} ORDER BY fix_time ${order}, device_time ${order}, content_key ${order} LIMIT $6`,
    [
      deviceId,
      from.time,
      from.deviceTime,
      from.key,
      end,
      most,
      ...(clockAheadMs === null ? [] : [clockAheadMs]),
    ],
  );
  const last = rows.at(-1);
  return { items: rows.map(ofRow), last: last ? keyOf(last) : null };
}

const keyOf = ([time, deviceTime, key]: PositionRow): RecordKey => ({
  time: Number(time),
  deviceTime: Number(deviceTime),
  key: Number(key),
});

/** Before all records from a time on. */
export const beforeTime = (time: number): RecordKey => ({
  time: time - 1,
  deviceTime: Number.MAX_SAFE_INTEGER,
  key: 0,
});

/** Pages of a device's history; the next one is on its way while the consumer works on this one. */
export async function* positionPages<Item>(
  first: RecordKey,
  { pageSize, limit = Infinity }: { readonly pageSize: number; readonly limit?: number },
  read: (from: RecordKey, limit: number) => Promise<HistoryPage<Item>>,
): AsyncGenerator<readonly Item[]> {
  let left = limit;
  const next = (from: RecordKey): Promise<HistoryPage<Item>> => {
    const page = read(from, Math.min(pageSize, left));
    // A consumer that stops leaves it unused; its failure then has no effect.
    page.catch(() => {});
    return page;
  };
  let coming: Promise<HistoryPage<Item>> | null = left > 0 ? next(first) : null;
  while (coming) {
    const size: number = Math.min(pageSize, left);
    const { items, last }: HistoryPage<Item> = await coming;
    left -= items.length;
    coming = last !== null && items.length === size && left > 0 ? next(last) : null;
    if (items.length > 0) yield items;
  }
}
