import { distanceM, type Position } from '@rastro/fleet';
import type { RidePoint } from '@rastro/fleet/arrival-times';

/** Points closer together tell no more. */
const STEP_S = 10;
/** Standing so long, or silent, a vehicle has begun a new ride. */
const STOP_S = 300;

/** Rides in a stretch of history: where a vehicle went without a long stop, as places some seconds apart. */
export function ridesIn(positions: readonly Position[]): readonly (readonly RidePoint[])[] {
  const rides: RidePoint[][] = [];
  for (const [at, { valid, speed, fixTime, latitude, longitude }] of positions.entries()) {
    // The first record of standing is where a ride ends.
    const isMoving = speed > 0 || (positions[at - 1]?.speed ?? 0) > 0;
    if (!valid || !isMoving) continue;
    const s = Date.parse(fixTime) / 1000;
    const ride = rides.at(-1);
    const last = ride?.at(-1);
    if (!ride || !last || s - last.s > STOP_S) rides.push([{ s, latitude, longitude }]);
    else if (s - last.s >= STEP_S) ride.push({ s, latitude, longitude });
  }
  return rides;
}

/** Meters of a ride. */
export const rideM = (points: readonly RidePoint[]): number =>
  points.reduce((sum, point, at) => sum + distanceM(points[at - 1] ?? point, point), 0);
