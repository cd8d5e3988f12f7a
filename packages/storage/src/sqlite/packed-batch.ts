import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { IngestBatch, RawPosition, StoredDeviceState, StoredPosition } from '../records.ts';
import { json } from './rows.ts';

/**
 * A batch on its way to the thread that stores it: positions and states as the columns of their rows. Objects would
 * have the name of each field and attribute copied with every record, twice, and be taken apart over there.
 */
export interface PackedBatch extends Omit<IngestBatch, 'positions' | 'states'> {
  readonly positions: readonly PositionColumns[];
  readonly states: readonly StateColumns[];
}
export type PositionColumns = ReturnType<typeof columnsOf>;
type StateColumns = ReturnType<typeof stateColumnsOf>;

export const packed = (batch: IngestBatch): PackedBatch => ({
  ...batch,
  positions: batch.positions.map(columnsOf),
  states: batch.states.map(stateColumnsOf),
});

const stateColumnsOf = ({ deviceId, positionId, lastUpdate, status, memory }: StoredDeviceState) =>
  [deviceId, positionId, lastUpdate, status, memory] as const;

const columnsOf = (p: StoredPosition) =>
  columnsWith(p, [json(p.network), json(p.geofenceIds), JSON.stringify(p.attributes)]);

/** The columns of a position as a row has them already. */
export const rawColumnsOf = (p: RawPosition) => columnsWith(p, [p.network, p.geofenceIds, p.attributes]);

type PositionTexts = readonly [network: string | null, geofenceIds: string | null, attributes: string];

const columnsWith = (p: Omit<StoredPosition, JsonField>, texts: PositionTexts) =>
  [
    p.deviceId,
    p.fixTime,
    p.deviceTime,
    p.contentKey,
    p.id,
    p.serverTime,
    p.protocol,
    p.valid ? 1 : 0,
    p.latitude,
    p.longitude,
    p.altitude,
    p.speed,
    p.course,
    p.accuracy,
    p.address,
    ...texts,
  ] as const;

type JsonField = 'network' | 'geofenceIds' | 'attributes';

/** The same record again finds its row taken. */
export function positionInsert(db: DatabaseSync): StatementSync {
  return db.prepare(`INSERT OR IGNORE INTO positions (device_id, fix_time, device_time, content_key, id, server_time,
    protocol, valid, latitude, longitude, altitude, speed, course, accuracy, address, network, geofence_ids,
    attributes) VALUES (${'?,'.repeat(17)}?)`);
}
