import type { IngestStorage } from '../ingest-port.ts';
import type { LoadedDeviceState, StoredTrackPoint } from '../records.ts';
import { pickAttributes } from '../rows/pick-attributes.ts';
import { numberOrNull, toDeviceStatus, type Row } from '../rows/values.ts';
import { columnsOf } from './bound.ts';
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

/** The next states of the fleet, or of some partitions of it; each finds its newest position by itself. */
const statesSql = (partitions: readonly number[] | undefined): string =>
  `SELECT s.device_id, s.position_id, s.last_update, s.status, s.memory, newest.fix_time, c.correction_m, c.correction_ms
   FROM (SELECT * FROM device_states WHERE device_id > $1
     ${partitions ? 'AND device_id % 64 = ANY($3::bigint[])' : ''} ORDER BY device_id LIMIT $2) s
   LEFT JOIN LATERAL (SELECT p.fix_time FROM positions p WHERE p.device_id = s.device_id
     ORDER BY p.fix_time DESC LIMIT 1) newest ON true
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
    const devices = await db.all(
      // The time of a state that was stored without it is that of its position.
      `SELECT device_id, position_id, coalesce(position_time, (SELECT fix_time FROM positions p
         WHERE p.device_id = s.device_id AND p.id = s.position_id LIMIT 1)) AS time
       FROM device_states s WHERE position_id > 0 AND device_id > $1
       ${partitions ? 'AND device_id % 64 = ANY($3::bigint[])' : ''} ORDER BY device_id LIMIT $2`,
      [last, TRACKS_PAGE, ...ofPartitions(partitions)],
    );
    const placed = devices.filter((row) => row['time'] !== null);
    if (placed.length > 0) yield await tracksOf(db, windowMs, placed);
    if (devices.length < TRACKS_PAGE) return;
    last = Number(devices.at(-1)?.['device_id']);
  }
}

async function tracksOf(
  db: PostgresDatabase,
  windowMs: number,
  devices: readonly Row[],
): Promise<readonly StoredTrackPoint[]> {
  const rows = await db.lists(
    `SELECT d.device_id, p.id, p.fix_time, p.latitude, p.longitude, p.attributes
     FROM unnest($1::bigint[], $2::bigint[]) AS d (device_id, time) CROSS JOIN LATERAL (
       SELECT * FROM positions WHERE device_id = d.device_id AND fix_time BETWEEN d.time - $3 AND d.time
       ORDER BY fix_time, device_time, content_key) p`,
    [...columnsOf(devices, (row) => [row['device_id'], row['time']]), windowMs],
  );
  return rows.map(([deviceId, id, time, latitude, longitude, attributes]) => ({
    deviceId: Number(deviceId),
    positionId: Number(id),
    time: Number(time),
    latitude: Number(latitude),
    longitude: Number(longitude),
    distance: Number(pickAttributes(String(attributes), ['distance'])['distance'] ?? 0),
  }));
}
