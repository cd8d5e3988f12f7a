import type { LatLng } from '@rastro/fleet';

/** Meters east and north of a reference point: flat, which is right within some hundred kilometers. */
export interface Spot {
  readonly x: number;
  readonly y: number;
}

const METRES_PER_DEGREE = 111_320;
const RADIANS = Math.PI / 180;

export function toSpot(point: LatLng, origin: LatLng): Spot {
  return {
    x: (point.longitude - origin.longitude) * METRES_PER_DEGREE * Math.cos(origin.latitude * RADIANS),
    y: (point.latitude - origin.latitude) * METRES_PER_DEGREE,
  };
}

export function toLatLng({ x, y }: Spot, origin: LatLng): LatLng {
  return {
    latitude: origin.latitude + y / METRES_PER_DEGREE,
    longitude: origin.longitude + x / (METRES_PER_DEGREE * Math.cos(origin.latitude * RADIANS)),
  };
}

/** @param course Degrees clockwise from north. */
export function ahead({ x, y }: Spot, course: number, metres: number): Spot {
  const angle = course * RADIANS;
  return { x: x + Math.sin(angle) * metres, y: y + Math.cos(angle) * metres };
}

export const gapM = (a: Spot, b: Spot): number => Math.hypot(b.x - a.x, b.y - a.y);

/** @returns Degrees clockwise from north, 0..360. */
export const courseFrom = (a: Spot, b: Spot): number => normal(Math.atan2(b.x - a.x, b.y - a.y) / RADIANS);

export const normal = (degrees: number): number => ((degrees % 360) + 360) % 360;

/** The way from one course to another, -180..180, right positive. */
export const turnFrom = (from: number, to: number): number => normal(to - from + 180) - 180;
