import { plainTime } from '@rastro/fleet';

const QUARTER_HOUR_MS = 900_000;

/**
 * Formats instants in a time zone, `2026-01-02 03:04:05`. A calendar lookup for each of 100,000 rows costs a second;
 * the offset is looked up once per quarter of an hour, in which no zone changes it.
 * @param zone IANA name.
 */
export function zonedTime(zone: string): (instant: number) => string {
  const wall = wallClock(zone);
  return (instant) => plainTime(wall(instant));
}

/**
 * Wall clock of a zone at an instant, as if it were UTC: milliseconds to calculate with.
 * @param zone IANA name.
 */
export function wallClock(zone: string): (instant: number) => number {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });
  const offsetAt = (instant: number): number => {
    const parts = Object.fromEntries(
      format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]),
    );
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
    return Date.UTC(year, month - 1, day, hour, minute, second) - instant;
  };
  let quarter = Number.NaN;
  let offset = 0;
  return (instant) => {
    const now = Math.floor(instant / QUARTER_HOUR_MS);
    if (now !== quarter) {
      quarter = now;
      offset = offsetAt(now * QUARTER_HOUR_MS);
    }
    return instant + offset;
  };
}
