import { DAY_MS, WEEK_MS } from '@rastro/base';
import type { AttributeValue } from '@rastro/fleet';
import { engineRanMs } from '@rastro/fleet/trips';
import type { StoredPosition } from '@rastro/storage';
import type { ComputedStage } from '../computed/computed-attributes.ts';
import { isNowhere, numberOf, type PendingRecord } from '../pending-records/pending-record.ts';
import { gauged } from '../pending-records/fuel-gauge.ts';
import { rejectionReason } from './filters.ts';
import type { Stage, StageContext, StageResult } from './stage.ts';

const GPS_EPOCH = Date.UTC(1980, 0, 6);
/** 1024 weeks less 90 days: older than that is a receiver whose week counter rolled over. */
const ROLLOVER_AGE_MS = 1024 * WEEK_MS - 90 * DAY_MS;

/**
 * The order in which a record becomes a position; docs/reference/tracking-api.md §6.2. The first four settle time and
 * place, so that the runner can separate late from live records; the rest follow.
 */
export const SETTLING_STAGES: readonly Stage[] = [
  (pendingRecord, context) => computeAttributes('early', pendingRecord, context),
  fillOutdated,
  correctTime,
  forceHemisphere,
];
export const POSITION_STAGES: readonly Stage[] = [
  measureDistance,
  filterPosition,
  findGeofences,
  detectMotion,
  (pendingRecord, context) => computeAttributes('late', pendingRecord, context),
  gaugeFuel,
  nameDriver,
  copyAttributes,
  countEngineHours,
];

function computeAttributes(
  stage: ComputedStage,
  pendingRecord: PendingRecord,
  { entity, last, options, around }: StageContext,
): StageResult {
  return around.computed.compute(pendingRecord, stage, {
    device: entity,
    last,
    deviceAttributes: options.computedDeviceAttributes,
    lastAttributes: options.computedLastAttributes,
  });
}

/** A record without location carries the last known one on. */
function fillOutdated(pendingRecord: PendingRecord, { last }: StageContext): StageResult {
  if (!pendingRecord.outdated) return null;
  if (!last) return { fixTime: GPS_EPOCH };
  const { fixTime, valid, latitude, longitude, altitude, speed, course, accuracy } = last;
  return { fixTime, valid, latitude, longitude, altitude, speed, course, accuracy };
}

function correctTime(pendingRecord: PendingRecord, { now, options }: StageContext): StageResult {
  const fixTime = unrollWeeks(pendingRecord.fixTime, now);
  const deviceTime = plausibleClock(pendingRecord, unrollWeeks(pendingRecord.deviceTime, now), now);
  if (options.timeOverride === 'serverTime')
    return { fixTime: pendingRecord.serverTime, deviceTime: pendingRecord.serverTime };
  if (options.timeOverride === 'deviceTime') return { fixTime: deviceTime, deviceTime };
  const aheadMs = fixTime - pendingRecord.serverTime;
  if (aheadMs > options.tripSettings.clockAheadS * 1000)
    return {
      fixTime,
      deviceTime,
      attributes: { ...pendingRecord.attributes, clockAhead: Math.round(aheadMs / 1000) },
    };
  return fixTime === pendingRecord.fixTime && deviceTime === pendingRecord.deviceTime
    ? null
    : { fixTime, deviceTime };
}

/** A device clock far ahead must not make its record lead all later ones of the same fix. */
function plausibleClock(pendingRecord: PendingRecord, deviceTime: number, now: number): number {
  if (deviceTime <= now + DAY_MS) return deviceTime;
  return pendingRecord.outdated ? pendingRecord.serverTime : pendingRecord.fixTime;
}

function unrollWeeks(time: number, now: number): number {
  let unrolled = time;
  while (unrolled > GPS_EPOCH && now - unrolled > ROLLOVER_AGE_MS) unrolled += 1024 * WEEK_MS;
  return unrolled;
}

function forceHemisphere(pendingRecord: PendingRecord, { options }: StageContext): StageResult {
  const { latitudeHemisphere: ns, longitudeHemisphere: ew } = options;
  if (!ns && !ew) return null;
  return {
    latitude: ns ? Math.abs(pendingRecord.latitude) * (ns === 'N' ? 1 : -1) : pendingRecord.latitude,
    longitude: ew ? Math.abs(pendingRecord.longitude) * (ew === 'E' ? 1 : -1) : pendingRecord.longitude,
  };
}

/**
 * Distance since the last position and the running total. A late record lies between positions that were counted
 * already: it gets neither, because both would be wrong; its distance is added to the next one.
 */
function measureDistance(
  pendingRecord: PendingRecord,
  { last, late, movement, remainingCorrection }: StageContext,
): StageResult {
  if (late) return null;
  const distance = numberOf(pendingRecord.attributes['distance']) ?? movement?.metres ?? 0;
  const before = Math.max(
    0,
    (numberOf(last?.attributes['totalDistance']) ?? 0) + remainingCorrection.distanceM,
  );
  return { added: { distance, totalDistance: before + distance } };
}

function filterPosition(pendingRecord: PendingRecord, context: StageContext): StageResult {
  const rejected = rejectionReason(pendingRecord, context);
  return rejected ? { rejected } : null;
}

/** Late records too: history knows where they were. A record without a place retains the previous fences. */
function findGeofences(pendingRecord: PendingRecord, context: StageContext): StageResult {
  const { entity, last, late, placing, around } = context;
  if (isNowhere(pendingRecord) || placing?.doubt)
    return late || !last ? null : { geofenceIds: membershipAt(last, context) };
  const fences = around.fences.containing(entity, pendingRecord);
  return fences.length === 0 ? null : { geofenceIds: fences.map(({ id }) => id) };
}

/** Also fences that appeared around the last place since: later nothing shows that the vehicle was inside. */
function membershipAt(last: StoredPosition, { entity, around }: StageContext): readonly number[] | null {
  if (isNowhere(last)) return last.geofenceIds;
  const known = last.geofenceIds ?? [];
  const found = around.fences
    .containing(entity, last)
    .filter(({ id, dwellMs }) => dwellMs === 0 && !known.includes(id));
  return found.length === 0 ? last.geofenceIds : [...known, ...found.map(({ id }) => id)];
}

function detectMotion(pendingRecord: PendingRecord, { options }: StageContext): StageResult {
  if (pendingRecord.attributes['motion'] !== undefined) return null;
  return { added: { motion: pendingRecord.speed > options.motionThresholdKn } };
}

/** After what is computed: that may be the sensor. */
function gaugeFuel(pendingRecord: PendingRecord, { options: { gauge } }: StageContext): StageResult {
  const read = gauge && gauged(pendingRecord.attributes, gauge);
  return read ? { added: read } : null;
}

/** The checked-in driver counts, else the linked one, unless the device reports a driver. */
function nameDriver(pendingRecord: PendingRecord, { entity, options, around }: StageContext): StageResult {
  if (pendingRecord.attributes['driverUniqueId'] !== undefined) return null;
  const linked = (): string | null => (options.linkedDriver ? around.driverOf(entity) : null);
  const driverUniqueId = around.checkedIn(entity.id, pendingRecord.deviceTime) ?? linked();
  return driverUniqueId === null ? null : { added: { driverUniqueId } };
}

function copyAttributes(pendingRecord: PendingRecord, { last, late, options }: StageContext): StageResult {
  if (late || !last || options.copyAttributes.length === 0) return null;
  const copied: Record<string, AttributeValue> = {};
  for (const name of options.copyAttributes) {
    const value = Object.hasOwn(last.attributes, name) ? last.attributes[name] : undefined;
    if (value !== undefined && !Object.hasOwn(pendingRecord.attributes, name)) copied[name] = value;
  }
  return Object.keys(copied).length === 0 ? null : { added: copied };
}

/** Engine hours grow as derived history counts them: what was on before a gap may have been off for days. */
function countEngineHours(
  pendingRecord: PendingRecord,
  { last, late, remainingCorrection, options }: StageContext,
): StageResult {
  if (late || !last || pendingRecord.attributes['hours'] !== undefined) return null;
  const before = Math.max(0, (numberOf(last.attributes['hours']) ?? 0) + remainingCorrection.engineMs);
  const wasOn = last.attributes['ignition'] === true;
  const hours = before + engineRanMs(wasOn, pendingRecord.deviceTime - last.deviceTime, options.tripSettings);
  return hours === 0 ? null : { added: { hours } };
}
