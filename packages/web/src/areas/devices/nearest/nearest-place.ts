import type { LatLng } from '@rastro/fleet';

/** About a metre. */
const DIGITS = 5;

/** The screen of what is nearest to a place. @param isInSight Somebody has just pointed at it on the map. */
export const nearestPath = ({ latitude, longitude }: LatLng, isInSight = false): string =>
  `/nearest?at=${latitude.toFixed(DIGITS)},${longitude.toFixed(DIGITS)}${isInSight ? '#seen' : ''}`;

/** The place in an address; null = none, or none on this earth. */
export function readPlace(text: string | null): LatLng | null {
  const match = /^(-?\d{1,2}(?:\.\d+)?),(-?\d{1,3}(?:\.\d+)?)$/.exec(text ?? '');
  const [latitude, longitude] = [Number(match?.[1]), Number(match?.[2])];
  return match !== null && Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
    ? { latitude, longitude }
    : null;
}
