import { distanceM, knots, toKmPerHour, type LatLng } from '@rastro/fleet';
import type { TripSettings } from '@rastro/fleet/trips';

/** A record, as far as its way is concerned. */
export interface MovingPoint extends LatLng {
  readonly fixTime: number;
  /** Knots. */
  readonly speed: number;
  /** Null = unknown. */
  readonly ignition: boolean | null;
}
/** A place where a vehicle stands. */
export interface Still extends LatLng {
  /** fixTime of the first record there. */
  readonly since: number;
}
export interface Movement {
  readonly metres: number;
  /** Where it stands, as long as it does; null = it moves. */
  readonly still: Still | null;
}
interface Before {
  readonly from: LatLng;
  readonly still: Still | null;
  /** The tracker says how fast it is; many always say 0. */
  readonly reportsSpeed: boolean;
}

/**
 * The way to a record. Receivers stray while a vehicle is parked: with the ignition off, or after it stood as long as a
 * stop lasts, it has not moved until it is further away than a place is large. That counts from where it stood.
 * @source docs/trips.md
 */
export function movementTo(
  to: MovingPoint,
  { from, still, reportsSpeed }: Before,
  settings: TripSettings,
): Movement {
  const metres = distanceM(still ?? from, to);
  const isSlow = toKmPerHour(knots(to.speed)) < settings.startSpeedKmh;
  const isOff = to.ignition === false;
  const stands = isSlow && (isOff || (to.ignition === null && reportsSpeed && to.speed === 0));
  if (!stands) return { metres, still: null };
  const { latitude, longitude, fixTime } = to;
  if (still === null || metres >= settings.standRadiusM)
    return { metres, still: { latitude, longitude, since: fixTime } };
  if (isOff || fixTime - still.since >= settings.minStopS * 1000) return { metres: 0, still };
  return { metres, still: { latitude, longitude, since: still.since } };
}
