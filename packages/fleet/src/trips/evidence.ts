import { distanceM, type LatLng } from '../geometry/distance.ts';
import type { TripRecord } from './trip-record.ts';
import type { TripSettings } from './trip-settings.ts';
import type { ReducerState } from './reducer-state.ts';

/** Evidence of a record about its vehicle, first match wins. `tow`: it moves although the ignition is off. */
export type Evidence = 'drive' | 'tow' | 'unsure' | 'stand';

/** @source docs/reference/history-and-reports.md §1.4, 4 */
export function evidenceOf(r: TripRecord, s: ReducerState, settings: TripSettings): Evidence {
  if (settings.trackerFlags === 'lead' && r.onTrip !== null) return r.onTrip ? 'drive' : 'stand';
  const kmh = speedOf(r, s, settings);
  if (isOffForGood(r, s, settings)) {
    const isFast = kmh !== null && kmh >= settings.towSpeedKmh;
    const place = (s.isMoving ? s.engineOffPlace : null) ?? s.stand.place;
    return isFast && distanceM(place, r) >= settings.towM ? 'tow' : 'stand';
  }
  if (kmh === null) return 'unsure';
  if (kmh >= settings.startSpeedKmh) return 'drive';
  if (kmh < settings.stopSpeedKmh || r.motion === false) return 'stand';
  return 'unsure';
}

function isOffForGood(r: TripRecord, s: ReducerState, settings: TripSettings): boolean {
  if (r.ignition !== false || s.engineOffAt === null) return false;
  const isTow = s.isMoving ? s.stretch?.isTow : s.trial?.isTow;
  return isTow !== true && r.time - s.engineOffAt >= settings.ignitionDebounceS * 1000;
}

/** Shortest time over which positions give a speed. */
const DERIVED_MS = 30_000;

/** Fixes of a stationary vehicle are seldom further apart in half a minute. */
const STRAY_M = 80;

function speedOf(r: TripRecord, { last, before }: ReducerState, settings: TripSettings): number | null {
  if (r.speedKmh === null) {
    if (last !== null && r.time - last.time >= DERIVED_MS) return derived(last, r);
    return before === null ? null : derived(before, r);
  }
  // Stored records have speed 0 where the device sends none.
  if (r.speedKmh !== 0 || last?.speedKmh !== 0 || r.ignition === false) return r.speedKmh;
  const from = r.time - last.time >= DERIVED_MS ? last : before;
  if (from === null || r.time - from.time < DERIVED_MS) return 0;
  const m = distanceM(from, r);
  const kmh = (m * 3600) / (r.time - from.time);
  return m > STRAY_M && kmh >= settings.startSpeedKmh ? kmh : 0;
}

const derived = (a: LatLng & { readonly time: number }, b: TripRecord): number | null =>
  b.time > a.time ? (distanceM(a, b) * 3600) / (b.time - a.time) : null;
