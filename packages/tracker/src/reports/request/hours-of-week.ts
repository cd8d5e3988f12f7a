import { DAY_MS, MINUTE_MS } from '@rastro/base';
const QUARTER_MS = 900_000;
const DAY_MINUTES = 1440;

/** Days of the week and hours of the day, by the clocks of a zone. */
export interface HoursOfWeek {
  /** 1 = Monday … 7 = Sunday; empty = all. */
  readonly weekdays: readonly number[];
  /** Minutes after midnight, quarters of an hour; `to` is outside. From 22 to 6 goes over midnight; equal = all day. */
  readonly fromMinute: number;
  readonly toMinute: number;
  /** IANA name. */
  readonly zone: string;
}

/**
 * Whether instants lie within hours. The weekday is that of the instant itself: 1 o'clock of Saturday is no Friday.
 * @example inHoursOfWeek({ weekdays: [6, 7], fromMinute: 0, toMinute: 1440, zone: 'UTC' })(Date.UTC(2026, 2, 1)) // true
 */
export function inHoursOfWeek({
  weekdays,
  fromMinute,
  toMinute,
  zone,
}: HoursOfWeek): (time: number) => boolean {
  const offsetAt = offsets(zone);
  return (time) => {
    const local = time + offsetAt(time);
    const day = Math.floor(local / DAY_MS);
    const minute = Math.floor((local - day * DAY_MS) / MINUTE_MS);
    return (weekdays.length === 0 || weekdays.includes(weekdayOf(day))) && isBetween(minute);
  };
  function isBetween(minute: number): boolean {
    const [from, to] = [fromMinute % DAY_MINUTES, toMinute % DAY_MINUTES];
    if (from === to) return true;
    return from < to ? minute >= from && minute < to : minute >= from || minute < to;
  }
}

/** 1970-01-01 was a Thursday. */
const weekdayOf = (day: number): number => ((((day + 3) % 7) + 7) % 7) + 1;

/** Asked once a UTC day, and quarter by quarter on the days on which the clocks of a zone change. */
function offsets(zone: string): (time: number) => number {
  const ask = (time: number): number =>
    Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(zone).offsetNanoseconds / 1e6;
  let day = Number.NaN;
  let ofDay: number | null = null;
  let quarter = Number.NaN;
  let ofQuarter = 0;
  return (time) => {
    const today = Math.floor(time / DAY_MS);
    if (today !== day) {
      day = today;
      const before = ask(today * DAY_MS);
      ofDay = before === ask((today + 1) * DAY_MS) ? before : null;
    }
    if (ofDay !== null) return ofDay;
    const now = Math.floor(time / QUARTER_MS);
    if (now !== quarter) {
      quarter = now;
      ofQuarter = ask(now * QUARTER_MS);
    }
    return ofQuarter;
  };
}
