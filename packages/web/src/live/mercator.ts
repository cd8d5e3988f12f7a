import type { LatLng } from '@rastro/fleet';

/** Latitude at which the square map ends. */
export const MAX_LATITUDE = 85.051129;
const RADIANS = Math.PI / 180;

/** Web Mercator x of a longitude, 0 at -180 and 1 at 180. */
export const mercatorX = (longitude: number): number => (longitude + 180) / 360;

/** Web Mercator y of a latitude, 0 in the north; clamped to the square. */
export function mercatorY(latitude: number): number {
  const inside = Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, latitude));
  return 0.5 - Math.log(Math.tan(Math.PI / 4 + (inside * RADIANS) / 2)) / (2 * Math.PI);
}

export const longitudeOf = (x: number): number => x * 360 - 180;
export const latitudeOf = (y: number): number =>
  (2 * Math.atan(Math.exp((0.5 - y) * 2 * Math.PI)) - Math.PI / 2) / RADIANS;

export const latLngOf = (x: number, y: number): LatLng => ({
  latitude: latitudeOf(y),
  longitude: longitudeOf(x),
});
