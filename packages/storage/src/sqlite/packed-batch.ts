import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { PositionValues, StateValues } from '../packed/arrival-chunk.ts';
import type { IngestBatch, RawPosition, StoredDeviceState, StoredPosition } from '../records.ts';
import { json } from '../rows/values.ts';

/**
 * A batch on its way to the thread that stores it: positions and states as the columns of their rows. Objects would
 * have the name of each field and attribute copied with every record, twice, and be taken apart over there.
 */
export interface PackedBatch extends Omit<IngestBatch, 'positions' | 'states'> {
  readonly positions: readonly PositionValues[];
  readonly states: readonly StateValues[];
}

export const packed = (batch: IngestBatch): PackedBatch => ({
  ...batch,
  positions: batch.positions.map(valuesOf),
  states: batch.states.map(stateValuesOf),
});

const stateValuesOf = ({
  deviceId,
  positionId,
  lastUpdate,
  status,
  memory,
}: StoredDeviceState): StateValues => [deviceId, positionId, lastUpdate, status, memory];

const valuesOf = (p: StoredPosition): PositionValues =>
  valuesWith(p, [json(p.network), json(p.geofenceIds), JSON.stringify(p.attributes)]);

/** The columns of a position as a row has them already. */
export const rawValuesOf = (p: RawPosition): PositionValues =>
  valuesWith(p, [p.network, p.geofenceIds, p.attributes]);

type PositionTexts = readonly [network: string | null, geofenceIds: string | null, attributes: string];

const valuesWith = (p: Omit<StoredPosition, JsonField>, texts: PositionTexts): PositionValues => [
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
];

type JsonField = 'network' | 'geofenceIds' | 'attributes';

/** The same record again finds its row taken. */
export function positionInsert(db: DatabaseSync): StatementSync {
  return db.prepare(`INSERT OR IGNORE INTO positions (device_id, fix_time, device_time, content_key, id, server_time,
    protocol, valid, latitude, longitude, altitude, speed, course, accuracy, address, network, geofence_ids,
    attributes) VALUES (${'?,'.repeat(17)}?)`);
}
