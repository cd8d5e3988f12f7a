/** WGS-84 degrees; one object, so that the two are never swapped. */
export interface LatLng {
  readonly latitude: number;
  readonly longitude: number;
}

/** Equatorial radius in meters, as the tracking API computes (docs/reference/tracking-api.md §6.3). */
export const EARTH_RADIUS_M = 6_378_137;
const RADIANS = Math.PI / 180;

/**
 * Great-circle distance (haversine).
 * @returns Meters.
 * @example distanceM({ latitude: 52, longitude: 13 }, { latitude: 52.01, longitude: 13 }) // 1113.195
 */
export function distanceM(a: LatLng, b: LatLng): number {
  const dLat = (b.latitude - a.latitude) * RADIANS;
  const dLon = (b.longitude - a.longitude) * RADIANS;
  const h =
    Math.sin(dLat / 2) ** 2 +
    Math.cos(a.latitude * RADIANS) * Math.cos(b.latitude * RADIANS) * Math.sin(dLon / 2) ** 2;
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(h)));
}
