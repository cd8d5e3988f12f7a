import type { LatLng } from '@rastro/fleet';

/**
 * Whether a place can be the center of a map: numbers, not zero, on the globe.
 * @source docs/reference/requirements.md SPEC §5 "Map centre coordinates"
 */
export function isMapCentre({ latitude, longitude }: LatLng): boolean {
  const isNumber = Number.isFinite(latitude) && Number.isFinite(longitude);
  return (
    isNumber && latitude !== 0 && longitude !== 0 && Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
  );
}
