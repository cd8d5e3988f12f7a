import type { LatLng } from '../geometry/distance.ts';

export interface RidePoint extends LatLng {
  /** Seconds since some moment. */
  readonly s: number;
}
/** A finished ride, from which arrival times are learnt. */
export interface Ride {
  /** Hour of the week in which it began, 0 to 167, in the zone of the fleet. */
  readonly hour: number;
  /** In their order. */
  readonly points: readonly RidePoint[];
}
export interface ArrivalQuestion {
  /** Hour of the week, as of rides. */
  readonly hour: number;
  /** The ride so far, with the present place as its last point; only that = it has not begun. */
  readonly soFar: readonly RidePoint[];
  readonly destination: LatLng;
}

const METERS_A_DEGREE = 111_195;
const RADIANS = Math.PI / 180;

/** Distance on a flat map: exact enough for a town, and many times as fast. */
export function flatM(a: LatLng, b: LatLng): number {
  const narrow = Math.cos(((a.latitude + b.latitude) / 2) * RADIANS);
  return METERS_A_DEGREE * Math.hypot(a.latitude - b.latitude, (a.longitude - b.longitude) * narrow);
}

/** Meters driven up to each point. */
export function drivenM(points: readonly LatLng[]): readonly number[] {
  let sum = 0;
  return points.map((point, at) => {
    const before = points[at - 1];
    if (before) sum += flatM(before, point);
    return sum;
  });
}

const CELL_M = 400;
/** Square of the map that holds a place. */
export function cellOf({ latitude, longitude }: LatLng): string {
  const row = Math.floor((latitude * METERS_A_DEGREE) / CELL_M);
  const narrow = Math.cos(((row * CELL_M) / METERS_A_DEGREE) * RADIANS);
  return `${row} ${Math.floor((longitude * METERS_A_DEGREE * narrow) / CELL_M)}`;
}
