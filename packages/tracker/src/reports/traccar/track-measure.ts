import { distanceM, knotsFromMetresPerSecond, type Knots } from '@rastro/fleet';
import type { TrackPosition } from '@rastro/storage';
import { isNowhere, numberOf } from '../../pending-records/pending-record.ts';

/** Attributes of a position that trips and totals look at. */
export const FUEL_NAMES = ['fuel', 'fuelLevel', 'fuelUsed'] as const;
export const MEASURE_ATTRIBUTES = ['motion', 'odometer', 'totalDistance', 'hours', 'driverUniqueId'] as const;

/** A running measure along a track, in the order of the fixes: it does not matter in which order they came. */
export class Odometer {
  #metres = 0;
  #last: TrackPosition | null = null;

  /** @returns metres from the first position to this one. */
  advance(p: TrackPosition): number {
    if (isNowhere(p)) return this.#metres;
    if (this.#last) this.#metres += distanceM(this.#last, p);
    this.#last = p;
    return this.#metres;
  }
}

/** A position with what was measured from the start of the track up to it. */
export interface TrackMeasure {
  readonly position: TrackPosition;
  readonly metres: number;
  /** Litres spent. */
  readonly fuel: number;
}

/**
 * Metres between two marks: by the vehicle's own odometer where both ends have it, else along the track.
 * The running total on the positions is not used: it cannot know records that came late.
 * @source docs/reference/tracking-api.md §6.10 "distance"
 */
export function distanceBetween(start: TrackMeasure, end: TrackMeasure, ignoreOdometer: boolean): number {
  if (ignoreOdometer) return end.metres - start.metres;
  const from = numberOf(start.position.attributes['odometer']) ?? 0;
  const to = numberOf(end.position.attributes['odometer']) ?? 0;
  return from > 0 && to > 0 ? to - from : end.metres - start.metres;
}

/** The odometer where both ends have it, else the running total; 0 = unknown. */
export function odometers(
  start: TrackMeasure,
  end: TrackMeasure,
  ignoreOdometer: boolean,
): { readonly startOdometer: number; readonly endOdometer: number } {
  const read = (trackMeasure: TrackMeasure, name: string): number =>
    numberOf(trackMeasure.position.attributes[name]) ?? 0;
  const own = !ignoreOdometer && read(start, 'odometer') > 0 && read(end, 'odometer') > 0;
  const name = own ? 'odometer' : 'totalDistance';
  return { startOdometer: read(start, name), endOdometer: read(end, name) };
}

/** 0 when no time passed. @source docs/reference/tracking-api.md §6.10 "averageSpeed" */
export const averageSpeed = (metres: number, durationMs: number): Knots =>
  knotsFromMetresPerSecond(durationMs > 0 ? (metres * 1000) / durationMs : 0);

/**
 * Engine hours counted up to a position, ms. Zero is not written on a position, so a missing value is 0 where
 * the running total shows that the position was counted; on a late record it is unknown.
 */
export function hoursAt({ attributes }: TrackPosition): number | null {
  return numberOf(attributes['hours']) ?? (attributes['totalDistance'] === undefined ? null : 0);
}

/** Engine time between two marks; 0 when an end does not know it. */
export function engineHours(start: TrackMeasure, end: TrackMeasure): number {
  const from = hoursAt(start.position);
  const to = hoursAt(end.position);
  return from === null || to === null ? 0 : to - from;
}

/** Litres, increases counted as refuels, not as negative use. */
export class FuelGauge {
  readonly #capacity: number;
  #last: number | null = null;
  #spent = 0;
  #firstUsed: number | null = null;
  #lastUsed: number | null = null;

  /** @param capacity Litres of the tank, for devices that report percent; 0 = unknown. */
  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  add({ attributes }: TrackPosition): void {
    const used = numberOf(attributes['fuelUsed']);
    if (used !== null) {
      this.#firstUsed ??= used;
      this.#lastUsed = used;
    }
    const level = numberOf(attributes['fuelLevel']);
    const litres =
      numberOf(attributes['fuel']) ??
      (level !== null && this.#capacity > 0 ? (level / 100) * this.#capacity : null);
    if (litres === null) return;
    if (this.#last !== null && litres < this.#last) this.#spent += this.#last - litres;
    this.#last = litres;
  }

  /** The vehicle's own counter counts before the gauge. */
  get spent(): number {
    return this.#firstUsed !== null && this.#lastUsed !== null
      ? this.#lastUsed - this.#firstUsed
      : this.#spent;
  }
}
