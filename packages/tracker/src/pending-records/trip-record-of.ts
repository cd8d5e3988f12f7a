import { isNowhere, numberOf } from './pending-record.ts';
import { litresOf, type FuelGauge } from './fuel-gauge.ts';
import { knots, toKmPerHour, type AttributeValue, type Attributes } from '@rastro/fleet';
import { isFineFix, type TripRecord, type BoundaryRecord } from '@rastro/fleet/trips';
import type { TripRow, StoredPosition } from '@rastro/storage';

/** Limits of speed that hold for a device, km/h. */
export interface SpeedLimits {
  /** Of the device, its groups or the installation; null = none. */
  readonly deviceKmh: number | null;
  /** Of geofences, by id; they count before all others. */
  readonly fencesKmh: Readonly<Record<number, number>>;
  /** Of several geofences the lowest counts, not the highest. */
  readonly prefersLowest: boolean;
}

/** Settings for reading the records of a device. */
export interface Reading {
  readonly limits: SpeedLimits;
  /** Null = what it says are litres. */
  readonly gauge: FuelGauge | null;
}

/** A stored position as derived history sees it. */
export function tripRecordOf(row: TripRow, { limits, gauge }: Reading): TripRecord {
  // Reading it whole is three times as fast as looking for a dozen names.
  const attributes: Attributes = JSON.parse(row.attributes);
  const record = readRecord(row, attributes, limits);
  return gauge === null ? record : { ...record, fuelL: litresOf(attributes, gauge), fuelPercent: null };
}

function readRecord(row: TripRow, attributes: Attributes, limits: SpeedLimits): TripRecord {
  const { geofenceIds } = row;
  const ignition = flag(attributes['ignition']);
  return {
    id: row.id,
    time: row.fixTime,
    deviceTime: row.deviceTime,
    key: row.contentKey,
    serverTime: row.serverTime,
    latitude: row.latitude,
    longitude: row.longitude,
    valid: row.valid && !isNowhere(row),
    accuracy: row.accuracy,
    speedKmh: toKmPerHour(row.speed),
    ignition,
    motion: flag(attributes['motion']),
    onTrip: tripFlag(attributes['trip']),
    satellites: numberOf(attributes['sat']),
    hdop: numberOf(attributes['hdop']),
    odometerM: numberOf(attributes['odometer']),
    // Where the ignition is known, hours on a position may be our own count, which knows nothing of late records.
    engineMs: ignition === null ? numberOf(attributes['hours']) : null,
    fuelL: numberOf(attributes['fuel']),
    fuelPercent: numberOf(attributes['fuelLevel']),
    fuelUsedL: numberOf(attributes['fuelUsed']),
    limitKmh: limitOf(geofenceIds, attributes, limits),
    driver: text(attributes['driverUniqueId']),
    geofenceIds,
    course: row.course,
    isFine: isFineFix({
      satellites: numberOf(attributes['sat']),
      hdop: numberOf(attributes['hdop']),
      accuracy: row.accuracy,
    }),
    alarms: text(attributes['alarm']),
    isApproximate: attributes['approximate'] === true,
  };
}

const NO_GEOFENCES: readonly never[] = [];
/** Of it what decides a trip. Written out, because each record that comes is read so. */
export function boundaryRecordOf(p: StoredPosition): BoundaryRecord {
  const { attributes } = p;
  return {
    id: p.id,
    time: p.fixTime,
    deviceTime: p.deviceTime,
    key: p.contentKey,
    serverTime: p.serverTime,
    latitude: p.latitude,
    longitude: p.longitude,
    valid: p.valid && !isNowhere(p),
    accuracy: p.accuracy,
    speedKmh: toKmPerHour(p.speed),
    ignition: flag(attributes['ignition']),
    motion: flag(attributes['motion']),
    onTrip: tripFlag(attributes['trip']),
    satellites: numberOf(attributes['sat']),
    hdop: numberOf(attributes['hdop']),
    odometerM: null,
    engineMs: null,
    fuelL: null,
    fuelPercent: null,
    fuelUsedL: null,
    limitKmh: null,
    driver: null,
    geofenceIds: NO_GEOFENCES,
    course: null,
    isFine: false,
    alarms: null,
    isApproximate: attributes['approximate'] === true,
  };
}

const flag = (value: AttributeValue | undefined): boolean | null =>
  typeof value === 'boolean' ? value : null;
const text = (value: AttributeValue | undefined): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

/** Trackers say it as a flag or a number: 0 = no trip. */
function tripFlag(value: AttributeValue | undefined): boolean | null {
  if (typeof value === 'boolean') return value;
  return typeof value === 'number' ? value !== 0 : null;
}

/** The limit of a geofence counts before the one the device reports, that one before the configured one. */
function limitOf(
  geofenceIds: readonly number[],
  attributes: Attributes,
  { deviceKmh, fencesKmh, prefersLowest }: SpeedLimits,
): number | null {
  let limit: number | null = null;
  for (const id of geofenceIds) {
    const fence = fencesKmh[id];
    if (fence === undefined) continue;
    if (limit === null || fence < limit === prefersLowest) limit = fence;
  }
  if (limit !== null) return limit;
  const own = numberOf(attributes['speedLimit']) ?? 0;
  return own > 0 ? toKmPerHour(knots(own)) : deviceKmh;
}
