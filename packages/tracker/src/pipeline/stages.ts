import type { AttributeValue } from '@rastro/fleet';
import { engineRanMs } from '@rastro/fleet/books';
import type { StoredPosition } from '@rastro/storage';
import type { ComputedStage } from '../computed/computed-attributes.ts';
import { isNowhere, numberOf, type Draft } from '../drafts/draft.ts';
import { gauged } from '../drafts/fuel-gauge.ts';
import { refusal } from './filters.ts';
import type { Stage, StageContext, StageResult } from './stage.ts';

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
const GPS_EPOCH = Date.UTC(1980, 0, 6);
/** 1024 weeks less 90 days: older than that is a receiver whose week counter rolled over. */
const ROLLOVER_AGE_MS = 1024 * WEEK_MS - 90 * DAY_MS;

/**
 * The order in which a record becomes a position; reference/tracking-api.md §6.2.
 * The first four settle time and place, so that the runner can tell late from live; the rest follow.
 */
export const SETTLING_STAGES: readonly Stage[] = [
  (draft, context) => computeAttributes('early', draft, context),
  fillOutdated,
  correctTime,
  forceHemisphere,
];
export const POSITION_STAGES: readonly Stage[] = [
  measureDistance,
  filterPosition,
  findGeofences,
  detectMotion,
  (draft, context) => computeAttributes('late', draft, context),
  gaugeFuel,
  nameDriver,
  copyAttributes,
  countEngineHours,
];

function computeAttributes(
  stage: ComputedStage,
  draft: Draft,
  { entity, last, options, around }: StageContext,
): StageResult {
  return around.computed.compute(draft, stage, {
    device: entity,
    last,
    deviceAttributes: options.computedDeviceAttributes,
    lastAttributes: options.computedLastAttributes,
  });
}

/** A record without location carries the last known one on. */
function fillOutdated(draft: Draft, { last }: StageContext): StageResult {
  if (!draft.outdated) return null;
  if (!last) return { fixTime: GPS_EPOCH };
  const { fixTime, valid, latitude, longitude, altitude, speed, course, accuracy } = last;
  return { fixTime, valid, latitude, longitude, altitude, speed, course, accuracy };
}

function correctTime(draft: Draft, { now, options }: StageContext): StageResult {
  const fixTime = unrollWeeks(draft.fixTime, now);
  const deviceTime = plausibleClock(draft, unrollWeeks(draft.deviceTime, now), now);
  if (options.timeOverride === 'serverTime')
    return { fixTime: draft.serverTime, deviceTime: draft.serverTime };
  if (options.timeOverride === 'deviceTime') return { fixTime: deviceTime, deviceTime };
  const aheadMs = fixTime - draft.serverTime;
  if (aheadMs > options.books.clockAheadS * 1000)
    return {
      fixTime,
      deviceTime,
      attributes: { ...draft.attributes, clockAhead: Math.round(aheadMs / 1000) },
    };
  return fixTime === draft.fixTime && deviceTime === draft.deviceTime ? null : { fixTime, deviceTime };
}

/** A device clock far ahead must not make its record lead all later ones of the same fix. */
function plausibleClock(draft: Draft, deviceTime: number, now: number): number {
  if (deviceTime <= now + DAY_MS) return deviceTime;
  return draft.outdated ? draft.serverTime : draft.fixTime;
}

function unrollWeeks(time: number, now: number): number {
  let unrolled = time;
  while (unrolled > GPS_EPOCH && now - unrolled > ROLLOVER_AGE_MS) unrolled += 1024 * WEEK_MS;
  return unrolled;
}

function forceHemisphere(draft: Draft, { options }: StageContext): StageResult {
  const { latitudeHemisphere: ns, longitudeHemisphere: ew } = options;
  if (!ns && !ew) return null;
  return {
    latitude: ns ? Math.abs(draft.latitude) * (ns === 'N' ? 1 : -1) : draft.latitude,
    longitude: ew ? Math.abs(draft.longitude) * (ew === 'E' ? 1 : -1) : draft.longitude,
  };
}

/**
 * Distance since the last position and the running total. A late record stands between positions that
 * were counted already: it gets neither, because both would be wrong; what it adds, the next one is told.
 */
function measureDistance(draft: Draft, { last, late, way, owing }: StageContext): StageResult {
  if (late) return null;
  const distance = numberOf(draft.attributes['distance']) ?? way?.metres ?? 0;
  const before = Math.max(0, (numberOf(last?.attributes['totalDistance']) ?? 0) + owing.distanceM);
  return { added: { distance, totalDistance: before + distance } };
}

function filterPosition(draft: Draft, context: StageContext): StageResult {
  const refused = refusal(draft, context);
  return refused ? { refused } : null;
}

/** Late records too: history knows where they were. Nowhere is no place, so it goes on with what held before. */
function findGeofences(draft: Draft, context: StageContext): StageResult {
  const { entity, last, late, placing, around } = context;
  if (isNowhere(draft) || placing?.doubt)
    return late || !last ? null : { geofenceIds: membershipAt(last, context) };
  const fences = around.fences.containing(entity, draft);
  return fences.length === 0 ? null : { geofenceIds: fences.map(({ id }) => id) };
}

/** Also what came to be around the last place since: after it nobody could tell that the vehicle was inside. */
function membershipAt(last: StoredPosition, { entity, around }: StageContext): readonly number[] | null {
  if (isNowhere(last)) return last.geofenceIds;
  const known = last.geofenceIds ?? [];
  const found = around.fences
    .containing(entity, last)
    .filter(({ id, dwellMs }) => dwellMs === 0 && !known.includes(id));
  return found.length === 0 ? last.geofenceIds : [...known, ...found.map(({ id }) => id)];
}

function detectMotion(draft: Draft, { options }: StageContext): StageResult {
  if (draft.attributes['motion'] !== undefined) return null;
  return { added: { motion: draft.speed > options.motionThresholdKn } };
}

/** After what is computed: that may be the sensor. */
function gaugeFuel(draft: Draft, { options: { gauge } }: StageContext): StageResult {
  const read = gauge && gauged(draft.attributes, gauge);
  return read ? { added: read } : null;
}

/** Whoever is checked in drives the device, else whoever it is linked to, unless it says who. */
function nameDriver(draft: Draft, { entity, options, around }: StageContext): StageResult {
  if (draft.attributes['driverUniqueId'] !== undefined) return null;
  const linked = (): string | null => (options.linkedDriver ? around.driverOf(entity) : null);
  const driverUniqueId = around.checkedIn(entity.id, draft.deviceTime) ?? linked();
  return driverUniqueId === null ? null : { added: { driverUniqueId } };
}

function copyAttributes(draft: Draft, { last, late, options }: StageContext): StageResult {
  if (late || !last || options.copyAttributes.length === 0) return null;
  const copied: Record<string, AttributeValue> = {};
  for (const name of options.copyAttributes) {
    const value = Object.hasOwn(last.attributes, name) ? last.attributes[name] : undefined;
    if (value !== undefined && !Object.hasOwn(draft.attributes, name)) copied[name] = value;
  }
  return Object.keys(copied).length === 0 ? null : { added: copied };
}

/** Engine hours grow as derived history counts them: what was on before a gap may have been off for days. */
function countEngineHours(draft: Draft, { last, late, owing, options }: StageContext): StageResult {
  if (late || !last || draft.attributes['hours'] !== undefined) return null;
  const before = Math.max(0, (numberOf(last.attributes['hours']) ?? 0) + owing.engineMs);
  const wasOn = last.attributes['ignition'] === true;
  const hours = before + engineRanMs(wasOn, draft.deviceTime - last.deviceTime, options.books);
  return hours === 0 ? null : { added: { hours } };
}
