import type { IngestStorage } from '../ingest-port.ts';
import { openTrack } from '../packed/run-forms.ts';
import type { PackedRun } from '../packed/run.ts';
import { BEFORE_ALL } from '../row-pages.ts';
import type { LoadedDeviceState, StoredTrackPoint } from '../records.ts';
import { pickAttributes } from '../rows/pick-attributes.ts';
import { numberOrNull, toDeviceStatus, type Row } from '../rows/values.ts';
import { columnsOf } from './bound.ts';
import { RUN_SPAN_MS, runsOfEach, toRun, touches } from './packed-runs.ts';
import { positionsById } from './positions-by-id.ts';
import type { PostgresDatabase } from './postgres-database.ts';

/** Devices that one statement reads. */
const STATES_PAGE = 5000;
/** Devices per page of tracks: a page is a few thousand points. */
const TRACKS_PAGE = 1000;

/** Reads what a process starts with. */
export const stateMethods = (db: PostgresDatabase): Pick<IngestStorage, 'deviceStates' | 'recentTracks'> => ({
  async deviceStates(partitions) {
    const found: LoadedDeviceState[] = [];
    for (let last = 0; ;) {
      const rows = await db.all(statesSql(partitions), [last, STATES_PAGE, ...ofPartitions(partitions)]);
      for (const row of rows) found.push(toState(row));
      if (rows.length < STATES_PAGE) return found;
      last = found.at(-1)?.deviceId ?? 0;
    }
  },
  recentTracks: (windowMs, partitions) => recentTracks(db, windowMs, partitions),
});

const ofPartitions = (partitions: readonly number[] | undefined): readonly unknown[] =>
  partitions ? [partitions] : [];

/**
 * The next states of the fleet, or of some partitions of it; each finds its newest position by itself, which is the one
 * that it stands on or newer: tables of before are not asked.
 */
const statesSql = (partitions: readonly number[] | undefined): string =>
  `SELECT s.device_id, s.position_id, s.last_update, s.status, s.memory, greatest(newest.fix_time, packed.to_time) AS fix_time,
     c.correction_m, c.correction_ms
   FROM (SELECT * FROM device_states WHERE device_id > $1
     ${partitions ? 'AND device_id % 64 = ANY($3::bigint[])' : ''} ORDER BY device_id LIMIT $2) s
   LEFT JOIN LATERAL (SELECT p.fix_time FROM positions p WHERE p.device_id = s.device_id
     AND p.fix_time >= coalesce(s.position_time, ${BEFORE_ALL.time}) ORDER BY p.fix_time DESC LIMIT 1) newest ON true
   LEFT JOIN LATERAL (SELECT r.to_time FROM packed_runs r WHERE r.device_id = s.device_id
     AND r.from_time >= coalesce(s.position_time - ${RUN_SPAN_MS}, ${BEFORE_ALL.time}) ORDER BY r.from_time DESC LIMIT 1)
     packed ON true
   LEFT JOIN pending_corrections c ON c.device_id = s.device_id ORDER BY s.device_id`;

const toState = (row: Row): LoadedDeviceState => ({
  deviceId: Number(row['device_id']),
  positionId: Number(row['position_id']),
  lastUpdate: numberOrNull(row['last_update']),
  status: toDeviceStatus(row['status']),
  memory: String(row['memory']),
  newestTime: Number(row['fix_time'] ?? 0),
  pendingCorrection: {
    distanceM: Number(row['correction_m'] ?? 0),
    engineMs: Number(row['correction_ms'] ?? 0),
  },
});

async function* recentTracks(
  db: PostgresDatabase,
  windowMs: number,
  partitions: readonly number[] | undefined,
): AsyncGenerator<readonly StoredTrackPoint[]> {
  for (let last = 0; ;) {
    const devices = await db.lists(
      `SELECT device_id, position_id, position_time FROM device_states s WHERE position_id > 0 AND device_id > $1
       ${partitions ? 'AND device_id % 64 = ANY($3::bigint[])' : ''} ORDER BY device_id LIMIT $2`,
      [last, TRACKS_PAGE, ...ofPartitions(partitions)],
    );
    const ends = await trackEnds(db, devices);
    if (ends.length > 0) yield await tracksOf(db, windowMs, ends);
    if (devices.length < TRACKS_PAGE) return;
    last = Number(devices.at(-1)?.[0]);
  }
}

type TrackEnd = readonly [deviceId: number, time: number];

/** The time of a state that was stored without it is that of its position. */
async function trackEnds(
  db: PostgresDatabase,
  devices: readonly (readonly unknown[])[],
): Promise<readonly TrackEnd[]> {
  const without = devices.flatMap(([, id, time]) => (time === null ? [Number(id)] : []));
  const found = new Map((await positionsById(db, without)).map(({ id, fixTime }) => [id, fixTime]));
  return devices.flatMap(([deviceId, id, time]) => {
    const end = typeof time === 'number' ? time : found.get(Number(id));
    return end === undefined ? [] : [[Number(deviceId), end] as const];
  });
}

async function tracksOf(
  db: PostgresDatabase,
  windowMs: number,
  ends: readonly TrackEnd[],
): Promise<readonly StoredTrackPoint[]> {
  const values = [...columnsOf(ends, (end) => end), windowMs];
  const rows = await db.lists(
    `SELECT d.device_id, p.id, p.fix_time, p.latitude, p.longitude, p.attributes
     FROM unnest($1::bigint[], $2::bigint[]) AS d (device_id, time) CROSS JOIN LATERAL (
       SELECT * FROM positions WHERE device_id = d.device_id AND fix_time BETWEEN d.time - $3 AND d.time
       ORDER BY fix_time, device_time, content_key) p`,
    values,
  );
  // Behind the rows: what is packed meanwhile is in both, and counts once.
  const runs = await db.lists(
    `SELECT d.device_id, d.time, r.head, r.body FROM unnest($1::bigint[], $2::bigint[]) AS d (device_id, time)
     ${runsOfEach('r.from_time, r.head, r.body', 'd.device_id', touches('(d.time - $3)', 'd.time'))} ORDER BY r.from_time`,
    values,
  );
  const points = rows.map(([deviceId, id, time, latitude, longitude, attributes]) => ({
    deviceId: Number(deviceId),
    positionId: Number(id),
    time: Number(time),
    latitude: Number(latitude),
    longitude: Number(longitude),
    distance: Number(pickAttributes(String(attributes), ['distance'])['distance'] ?? 0),
  }));
  if (runs.length === 0) return points;
  const packed = runs.flatMap(([deviceId, end, head, body]) =>
    packedPoints(Number(deviceId), toRun(head, body)).filter(
      ({ time }) => time >= Number(end) - windowMs && time <= Number(end),
    ),
  );
  const isRow = new Set(points.map(({ positionId }) => positionId));
  return [...packed.filter(({ positionId }) => !isRow.has(positionId)), ...points].sort(
    (a, b) => a.deviceId - b.deviceId || a.time - b.time,
  );
}

function packedPoints(deviceId: number, run: PackedRun): readonly StoredTrackPoint[] {
  const { head, at } = openTrack(run, ['distance']);
  return Array.from({ length: head.count }, (_, i) => {
    const { id, fixTime, latitude, longitude, attributes } = at(i);
    const distance = Number(attributes['distance'] ?? 0);
    return { deviceId, positionId: id, time: fixTime, latitude, longitude, distance };
  });
}
