import { decimalOf, digitsAt } from './numbers.ts';

/** Degrees of `ddmm.mmmm`: the two digits before the point are minutes, all before them degrees. */
export function degreesOf(text: string): number | null {
  const point = text.indexOf('.');
  const end = point < 0 ? text.length : point;
  const minutesAt = Math.max(0, end - 2);
  const minutes = decimalOf(text.slice(minutesAt));
  if (minutes === null) return null;
  const whole = minutesAt === 0 ? 0 : digitsAt(text, 0, minutesAt);
  return Number.isNaN(whole) ? null : whole + minutes / 60;
}

/** South and west are negative. */
export const signedBy = (degrees: number, hemisphere: string): number =>
  hemisphere === 'S' || hemisphere === 'W' ? -degrees : degrees;
