import { instantOf, wallOf } from '@rastro/fleet';

/**
 * Days and clocks in a time zone.
 * A local time is written as form fields hold it, `YYYY-MM-DDTHH:mm`.
 */
const LOCAL = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)$/;

/** @returns what a clock in the zone shows, to the minute; empty = no moment. */
export function localTime(at: number, zone: string): string {
  return Number.isNaN(at) ? '' : new Date(wallOf(at, zone)).toISOString().slice(0, 16);
}

/**
 * Moment at which a clock in the zone shows this. Of a time shown twice it is the first; a time left out when clocks go
 * forward is the moment of the change.
 * @returns ms since 1970; NaN = it is no local time.
 */
export function momentOf(local: string, zone: string): number {
  if (!LOCAL.test(local)) return Number.NaN;
  const wanted = Date.parse(`${local}Z`);
  if (Number.isNaN(wanted)) return Number.NaN;
  // The engine takes the 31st of February for a day in March.
  return new Date(wanted).toISOString().startsWith(local) ? instantOf(wanted, zone) : Number.NaN;
}

/** The last second of a day (`YYYY-MM-DD`) in the zone. @returns ms since 1970; NaN = it is no whole date. */
export const endOfDay = (day: string, zone: string): number => momentOf(`${day}T23:59`, zone) + 59_000;
