import { FieldError } from './fields.ts';
import { digitsAt } from './numbers.ts';
import { zonedMs } from './wall-time.ts';

/** Two-digit years are of this century. Days and months out of range roll over, as devices expect. */
export function utcMs(date: readonly [year: number, month: number, day: number], clockS: number): number {
  const [year, month, day] = date;
  return Date.UTC(year < 100 ? 2000 + year : year, month - 1, day) + clockS * 1000;
}

/** `hhmmss` from `at`, in seconds. */
export const clockAt = (text: string, at: number): number =>
  digitsAt(text, at, 2) * 3600 + digitsAt(text, at + 2, 2) * 60 + digitsAt(text, at + 4, 2);

/** `yyyyMMddHHmmss` from `at`; NaN when a digit is missing. */
export const fullInstant = (text: string, at = 0): number =>
  utcMs([digitsAt(text, at, 4), digitsAt(text, at + 4, 2), digitsAt(text, at + 6, 2)], clockAt(text, at + 8));

/** `yyMMddHHmmss` from `at`; NaN when a digit is missing. */
export const shortInstant = (text: string, at = 0): number =>
  utcMs([digitsAt(text, at, 2), digitsAt(text, at + 2, 2), digitsAt(text, at + 4, 2)], clockAt(text, at + 6));

/** `ddMMyy` and `HHmmss`; NaN when a digit is missing. */
export const dayFirstInstant = (date: string, clock: string): number =>
  utcMs([digitsAt(date, 4, 2), digitsAt(date, 2, 2), digitsAt(date, 0, 2)], clockAt(clock, 0));

/**
 * A time that a layout requires, in the zone configured for the device, else UTC.
 * @throws FieldError when its digits are missing.
 */
export function requiredInstant(localMs: number, zone: string | null): number {
  if (Number.isNaN(localMs)) throw new FieldError('a time', 0, undefined);
  return zone === null ? localMs : zonedMs(localMs, zone, 0);
}
