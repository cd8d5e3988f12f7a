import type { Point } from './towns/town-tables.ts';

/** Squares of the earth by a two-hundredth of a minute: 22 m, the spread of fixes of a parked vehicle. */
const A_DEGREE = 5000;
const COLUMNS = 360 * A_DEGREE + 1;

/** The number of the square that a place is in. */
export const cellOf = ({ latitude, longitude }: Point): number =>
  Math.round((latitude + 90) * A_DEGREE) * COLUMNS + Math.round((longitude + 180) * A_DEGREE);

/** The middle of a square: what a service is asked for. */
export const middleOf = (cell: number): Point => ({
  latitude: Math.floor(cell / COLUMNS) / A_DEGREE - 90,
  longitude: (cell % COLUMNS) / A_DEGREE - 180,
});

/** Nowhere is no place: without a fix many trackers say exactly 0, 0. */
export const isPlace = ({ latitude, longitude }: Point): boolean =>
  Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && (latitude !== 0 || longitude !== 0);
