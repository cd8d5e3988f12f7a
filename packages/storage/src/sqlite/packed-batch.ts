import type { IngestBatch, StoredDeviceState, StoredPosition } from '../records.ts';
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
    json(p.network),
    json(p.geofenceIds),
    JSON.stringify(p.attributes),
  ] as const;
