import { MINUTE_MS } from '@rastro/base';
import { isDigits } from '../ascii.ts';
import { utcMs } from '../instants.ts';
import { digitsAt } from '../numbers.ts';
import { zonedMs } from '../wall-time.ts';

const DAY_MINUTES = 1440;

/**
 * The instant of a local date and time of day, given the UTC time of day: their difference is the zone.
 * @param local `yymmddhhmm`, with seconds or not, or `yy/mm/dd hh:mm`.
 * @param utc `hhmmss` with or without a fraction; anything else = none: the local time is in `zone`, else UTC.
 * @returns null when `local` is not a date.
 */
export function instantOf(local: string, utc: string, zone: string | null): number | null {
  const digits = local.includes('/') ? local.replaceAll(/[^\d]/g, '') : local;
  if ((digits.length !== 10 && digits.length !== 12) || !isDigits(digits)) return null;
  const localMinutes = digitsAt(digits, 6, 2) * 60 + digitsAt(digits, 8, 2);
  const date = [digitsAt(digits, 0, 2), digitsAt(digits, 2, 2), digitsAt(digits, 4, 2)] as const;
  const localMs = utcMs(date, localMinutes * 60);
  const utcMinutes = digitsAt(utc, 0, 2) * 60 + digitsAt(utc, 2, 2);
  const seconds = digitsAt(utc, 4, 2);
  if (Number.isNaN(utcMinutes) || Number.isNaN(seconds)) return zonedMs(localMs, zone, 0);
  let difference = localMinutes - utcMinutes;
  if (difference <= -DAY_MINUTES / 2) difference += DAY_MINUTES;
  else if (difference > DAY_MINUTES / 2) difference -= DAY_MINUTES;
  return localMs - difference * MINUTE_MS + seconds * 1000;
}
