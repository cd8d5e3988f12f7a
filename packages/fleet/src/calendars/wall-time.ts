import { DAY_MS } from '@rastro/base';

/** By `Intl` alone: not every browser that we serve has `Temporal`. */
const clocks = new Map<string, Intl.DateTimeFormat>();

/** The clock on the wall of a zone, as milliseconds that UTC would have at that reading. */
export function wallOf(instant: number, zone: string): number {
  if (zone === 'UTC') return instant;
  const part: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
  for (const { type, value } of clockOf(zone).formatToParts(instant)) part[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  // A clock shows whole seconds, and so do the offsets of zones.
  const wholeSeconds = Math.floor(instant / 1000) * 1000;
  return Date.UTC(year, month - 1, day, hour, minute, second) + (instant - wholeSeconds);
}

/** A reading that the clock skips counts as later by the gap, one that comes twice as the first. */
export function instantOf(wall: number, zone: string): number {
  if (zone === 'UTC') return wall;
  const offsetNear = (at: number): number => wallOf(at, zone) - at;
  const candidates = [wall - DAY_MS, wall + DAY_MS].map((near) => wall - offsetNear(near));
  const matching = candidates.filter((at) => wallOf(at, zone) === wall);
  return matching.length > 0 ? Math.min(...matching) : Math.max(...candidates);
}

function clockOf(timeZone: string): Intl.DateTimeFormat {
  let clock = clocks.get(timeZone);
  if (clock === undefined) {
    const two = '2-digit';
    const digits = { month: two, day: two, hour: two, minute: two, second: two } as const;
    clock = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
      ...digits,
      year: 'numeric',
      hourCycle: 'h23',
      timeZone,
    });
    clocks.set(timeZone, clock);
  }
  return clock;
}
