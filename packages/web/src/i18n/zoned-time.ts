/**
 * Days and clocks in a time zone, by `Intl` alone: not every browser that we serve has `Temporal`.
 * A local time is written as form fields hold it, `YYYY-MM-DDTHH:mm`.
 */
const LOCAL = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)$/;
const DAY_MS = 86_400_000;

/** @returns what a clock in the zone shows, to the minute; empty = no moment. */
export function localTime(at: number, zone: string): string {
  return Number.isNaN(at) ? '' : new Date(asIfUtc(at, zone)).toISOString().slice(0, 16);
}

/**
 * When a clock in the zone shows this. What it shows twice is the first time; what it leaves out, when clocks go
 * forward, is when they have.
 * @returns ms since 1970; NaN = it is no local time.
 */
export function momentOf(local: string, zone: string): number {
  if (!LOCAL.test(local)) return Number.NaN;
  const wanted = Date.parse(`${local}Z`);
  if (Number.isNaN(wanted)) return Number.NaN;
  const candidates = [wanted - DAY_MS, wanted + DAY_MS].map((near) => wanted - offsetAt(near, zone));
  const shown = candidates.filter((at) => asIfUtc(at, zone) === wanted);
  return shown.length > 0 ? Math.min(...shown) : Math.max(...candidates);
}

/**
 * The first moment of a day in the zone. Not so many hours ago: a day of summer time has 23 or 25.
 * @param days From the day of `at`; -1 = the day before.
 */
export function startOfDay(at: number, zone: string, days = 0): number {
  const day = Math.floor(asIfUtc(at, zone) / DAY_MS) + days;
  return momentOf(new Date(day * DAY_MS).toISOString().slice(0, 16), zone);
}

const offsetAt = (at: number, zone: string): number => asIfUtc(at, zone) - Math.floor(at / 1000) * 1000;

/** What a clock in the zone shows, as if it stood in Greenwich; whole seconds. */
function asIfUtc(at: number, zone: string): number {
  const part: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
  for (const { type, value } of clockOf(zone).formatToParts(at)) part[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

const clocks = new Map<string, Intl.DateTimeFormat>();

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
