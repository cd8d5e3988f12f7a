import type { RawPosition } from '../records.ts';
import { toRawPosition } from '../rows/position-rows.ts';
import type { MovedRow } from './moved-table.ts';

/** A position in the order of the moved columns. */
export const rowOfPosition = (p: RawPosition): MovedRow => [
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
  p.network,
  p.geofenceIds,
  p.attributes,
];

export function positionOfRow([deviceId, fixTime, deviceTime, key, id, ...rest]: MovedRow): RawPosition {
  return toRawPosition([fixTime, deviceTime, key, id, deviceId, ...rest]);
}
