import type { Spot } from './plane.ts';
import { gapM } from './plane.ts';

/** A place on the way. */
export interface Waypoint extends Spot {
  /** Speed limit of the road here, km/h. */
  readonly limitKmh: number;
  /** Seconds to wait here, as at a red light; 0 = drive on. */
  readonly waitS: number;
}

/** A way to drive: points, their distance from the start, and how fast a calm driver passes them. */
export interface Path {
  readonly points: readonly Waypoint[];
  /** Meters from the start, ascending. */
  readonly along: readonly number[];
  /** m/s, so that every stop and curve ahead can be met without braking hard. */
  readonly speeds: readonly number[];
}

const BRAKING = 1.8; // m/s²
const KMH = 3.6;

export function pathOf(points: readonly Waypoint[]): Path {
  const along: number[] = [];
  let total = 0;
  for (const [index, point] of points.entries()) {
    const before = points[index - 1];
    if (before) total += gapM(before, point);
    along.push(total);
  }
  return { points, along, speeds: calmSpeeds(points, along) };
}

/** Goes back from the end, where the vehicle stops, and limits speeds to what braking allows. */
function calmSpeeds(points: readonly Waypoint[], along: readonly number[]): number[] {
  const speeds = Array.from({ length: points.length }, () => 0);
  for (let index = points.length - 2; index >= 0; index--) {
    const point = points[index];
    if (!point || point.waitS > 0) continue;
    const gap = (along[index + 1] ?? 0) - (along[index] ?? 0);
    const braked = Math.sqrt((speeds[index + 1] ?? 0) ** 2 + 2 * BRAKING * gap);
    speeds[index] = Math.min(point.limitKmh / KMH, braked);
  }
  return speeds;
}
