import type { RawPosition } from '../records.ts';
import { positionOf } from '../rows/position-rows.ts';
import { decodeTexts } from './decode-run.ts';
import { encodeRun } from './encode-run.ts';
import type { PackedRun } from './run.ts';

/** Packs records and compares what comes back; null = not the same, as with JSON of another program. */
export function checkedRun(records: readonly RawPosition[]): PackedRun | null {
  try {
    const run = encodeRun(records.map(positionOf));
    return decodeTexts(run).every((record, i) => isSame(record, records[i])) ? run : null;
  } catch (error) {
    if (error instanceof RangeError || error instanceof SyntaxError) return null;
    throw error;
  }
}

const isSame = (a: RawPosition, b: RawPosition | undefined): boolean =>
  b !== undefined &&
  Object.is(a.id, b.id) &&
  Object.is(a.deviceId, b.deviceId) &&
  Object.is(a.serverTime, b.serverTime) &&
  Object.is(a.deviceTime, b.deviceTime) &&
  Object.is(a.fixTime, b.fixTime) &&
  a.valid === b.valid &&
  Object.is(a.latitude, b.latitude) &&
  Object.is(a.longitude, b.longitude) &&
  Object.is(a.altitude, b.altitude) &&
  Object.is(a.speed, b.speed) &&
  Object.is(a.course, b.course) &&
  Object.is(a.accuracy, b.accuracy) &&
  Object.is(a.contentKey, b.contentKey) &&
  a.protocol === b.protocol &&
  a.address === b.address &&
  a.network === b.network &&
  a.geofenceIds === b.geofenceIds &&
  a.attributes === b.attributes;
