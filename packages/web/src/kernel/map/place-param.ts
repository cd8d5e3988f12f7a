import type { LatLng } from '@rastro/fleet';

/** About a meter. */
const DIGITS = 5;

/** A place as a parameter of an address. */
export const placeParam = ({ latitude, longitude }: LatLng): string =>
  `${latitude.toFixed(DIGITS)},${longitude.toFixed(DIGITS)}`;

/** The place in an address; null = none, or none on this earth. */
export function readPlace(text: string | null): LatLng | null {
  const match = /^(-?\d{1,2}(?:\.\d+)?),(-?\d{1,3}(?:\.\d+)?)$/.exec(text ?? '');
  const [latitude, longitude] = [Number(match?.[1]), Number(match?.[2])];
  return match !== null && Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
    ? { latitude, longitude }
    : null;
}
