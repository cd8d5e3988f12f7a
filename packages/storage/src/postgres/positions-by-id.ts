import type { PlaceOfPosition } from '../history-port.ts';
import { decodeTrackBody, openRun } from '../packed/decode-run.ts';
import { decodeColumns } from '../packed/head-columns.ts';
import { CHUNK, chunkOf, unpackDevices } from '../packed/id-chunk.ts';
import type { PackedRun } from '../packed/run.ts';
import type { StoredPosition } from '../records.ts';
import { bytesOf } from '../rows/access-log-rows.ts';
import { RAW_COLUMNS, toStoredPosition } from '../rows/position-rows.ts';
import { textOrNull } from '../rows/values.ts';
import { columnsOf } from './bound.ts';
import { runsOfEach, toRun } from './packed-runs.ts';
import type { Queries } from './postgres-database.ts';

/** Devices whose runs one statement reads. */
const DEVICES_AT_ONCE = 100;

/** Each table has an index of its ids. Unknown ids are left out. */
export async function positionsById(
  queries: Queries,
  ids: readonly number[],
): Promise<readonly StoredPosition[]> {
  if (ids.length === 0) return [];
  const rows = await queries.planned(
    `SELECT fix_time, device_time, content_key, ${RAW_COLUMNS} FROM positions WHERE id = ANY($1::bigint[])`,
    [ids],
  );
  const found = rows.map(toStoredPosition);
  const packed = await packedById(queries, missingOf(ids, found), (run, wanted) => {
    const { head, at } = openRun(run);
    return placesIn(head.columns.id, wanted).map(at);
  });
  return [...found, ...packed];
}

export async function placesById(
  queries: Queries,
  ids: readonly number[],
): Promise<readonly PlaceOfPosition[]> {
  if (ids.length === 0) return [];
  const rows = await queries.planned(
    'SELECT id, latitude, longitude, address FROM positions WHERE id = ANY($1::bigint[])',
    [ids],
  );
  const found = rows.map(([id, latitude, longitude, address]) => ({
    id: Number(id),
    latitude: Number(latitude),
    longitude: Number(longitude),
    address: textOrNull(address),
  }));
  const packed = await packedById(queries, missingOf(ids, found), ({ head, body }, wanted) => {
    const { count, columns } = decodeColumns(head, ['id', 'latitude', 'longitude']);
    const places = placesIn(columns.id, wanted);
    if (places.length === 0) return [];
    const { address } = decodeTrackBody(body, count, []);
    return places.map((i) => ({
      id: columns.id[i] ?? 0,
      latitude: columns.latitude[i] ?? 0,
      longitude: columns.longitude[i] ?? 0,
      address: address[i] ?? null,
    }));
  });
  return [...found, ...packed];
}

/** Rows are looked for first: what is packed meanwhile is then in a run. */
function missingOf(ids: readonly number[], found: readonly { readonly id: number }[]): ReadonlySet<number> {
  const missing = new Set(ids);
  for (const { id } of found) missing.delete(id);
  return missing;
}

function placesIn(ids: Float64Array, wanted: ReadonlySet<number>): readonly number[] {
  const places: number[] = [];
  for (const [i, id] of ids.entries()) if (wanted.has(id)) places.push(i);
  return places;
}

/** @param read Also of runs that have none of them. */
async function packedById<T>(
  queries: Queries,
  ids: ReadonlySet<number>,
  read: (run: PackedRun, ids: ReadonlySet<number>) => readonly T[],
): Promise<readonly T[]> {
  const pairs = await devicesOf(queries, ids);
  const devices = [...Map.groupBy(pairs, ([deviceId]) => deviceId).values()];
  const found: T[] = [];
  for (let at = 0; at < devices.length; at += DEVICES_AT_ONCE) {
    const rows = await queries.planned(
      `SELECT r.head, r.body FROM (SELECT d, array_agg(i) AS ids, min(i) AS first, max(i) AS last
         FROM unnest($1::bigint[], $2::bigint[]) AS w (d, i) GROUP BY d) AS wanted
       ${runsOfEach(
         'r.head, r.body',
         'd',
         `r.last_id >= first AND r.first_id <= last
            AND EXISTS (SELECT FROM unnest(ids) AS i WHERE i BETWEEN r.first_id AND r.last_id)`,
       )}`,
      columnsOf(devices.slice(at, at + DEVICES_AT_ONCE).flat(), (pair) => pair),
    );
    for (const [head, body] of rows) found.push(...read(toRun(head, body), ids));
  }
  return found;
}

type DeviceOfId = readonly [deviceId: number, id: number];

/** Ids that never were packed are left out. */
async function devicesOf(queries: Queries, ids: ReadonlySet<number>): Promise<readonly DeviceOfId[]> {
  if (ids.size === 0) return [];
  const rows = await queries.planned(
    'SELECT chunk, devices FROM packed_ids WHERE chunk = ANY($1::bigint[])',
    [[...new Set([...ids].map(chunkOf))]],
  );
  const chunks = new Map(rows.map(([chunk, devices]) => [Number(chunk), unpackDevices(bytesOf(devices))]));
  return [...ids].flatMap((id) => {
    const deviceId = chunks.get(chunkOf(id))?.[id % CHUNK] ?? 0;
    return deviceId === 0 ? [] : [[deviceId, id] as const];
  });
}
