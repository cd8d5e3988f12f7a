import type { LatLng } from '@rastro/fleet';

/** Squares in a degree: about 110 m, as the server keeps addresses. */
const A_DEGREE = 1000;
const ROWS = 180 * A_DEGREE + 1;

/** The square that a place is in, as one number. */
export const placeSquare = ({ latitude, longitude }: LatLng): number =>
  Math.round((longitude + 180) * A_DEGREE) * ROWS + Math.round((latitude + 90) * A_DEGREE);
