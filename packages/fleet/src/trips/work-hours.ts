import { QUARTER_MS } from './tally.ts';
import type { TripSettings } from './trip-settings.ts';

/** Hours of work of some days of the week (1 = Monday), minutes of the day; may go past midnight. */
export interface WorkHours {
  readonly days: readonly number[];
  readonly fromMin: number;
  readonly toMin: number;
}

const SPAN = /^([1-7])(?:-([1-7]))? (\d\d):(\d\d)-(\d\d):(\d\d)$/;

/** Reads hours such as `1-5 08:00-18:00; 6 08:00-12:00`. @returns null = it is not such a text. */
export function readWorkHours(text: string): readonly WorkHours[] | null {
  const all = text.split(';').map((span): WorkHours | null => {
    const [, first, last, ...clock] = SPAN.exec(span.trim()) ?? [];
    if (first === undefined) return null;
    const [fromHour = 0, fromMinute = 0, toHour = 0, toMinute = 0] = clock.map(Number);
    const [fromMin, toMin] = [fromHour * 60 + fromMinute, toHour * 60 + toMinute];
    if (fromMin > DAY_MIN || toMin > DAY_MIN || fromMinute > 59 || toMinute > 59 || fromMin === toMin)
      return null;
    const [from, to] = [Number(first), Number(last ?? first)];
    const length = ((to - from + 7) % 7) + 1;
    return { days: Array.from({ length }, (_, i) => ((from - 1 + i) % 7) + 1), fromMin, toMin };
  });
  return all.every((each) => each !== null) ? all : null;
}

const DAY_MIN = 1440;

/** Whether a quarter of an hour begins in the night of the vehicle. */
export function isNight(slot: number, { zone, nightFromMin, nightToMin }: TripSettings): boolean {
  return nightFromMin !== nightToMin && isWithin(localOf(slot, zone).minute, nightFromMin, nightToMin);
}
/** Whether a quarter of an hour begins in its hours of work; without hours all of them do. */
export function isWork(slot: number, { zone, workHours }: TripSettings): boolean {
  if (workHours === '') return true;
  const hours = hoursOf(workHours);
  if (hours === null) return true;
  const { day, minute } = localOf(slot, zone);
  return hours.some(({ days, fromMin, toMin }) => {
    if (fromMin < toMin) return days.includes(day) && minute >= fromMin && minute < toMin;
    // Past midnight: what is left of it is of the day before.
    const before = ((day + 5) % 7) + 1;
    return (days.includes(day) && minute >= fromMin) || (days.includes(before) && minute < toMin);
  });
}

const isWithin = (minute: number, from: number, to: number): boolean =>
  from < to ? minute >= from && minute < to : minute >= from || minute < to;

let known = { text: '', hours: null as readonly WorkHours[] | null };
function hoursOf(text: string): readonly WorkHours[] | null {
  if (known.text !== text) known = { text, hours: readWorkHours(text) };
  return known.hours;
}

/** Day of the week and minute of the day. Zones change on the hour or later: a change is asked for with each hour. */
interface Local {
  readonly day: number;
  readonly minute: number;
}
const HOUR_SLOTS = 4;
let asked = { hour: Number.NaN, zone: '', day: 0, minute: 0 };
function localOf(slot: number, zone: string): Local {
  const hour = Math.floor(slot / HOUR_SLOTS);
  if (asked.hour !== hour || asked.zone !== zone) {
    const at = Temporal.Instant.fromEpochMilliseconds(hour * HOUR_SLOTS * QUARTER_MS).toZonedDateTimeISO(
      zone,
    );
    asked = { hour, zone, day: at.dayOfWeek, minute: at.hour * 60 + at.minute };
  }
  const minute = asked.minute + (slot % HOUR_SLOTS) * (QUARTER_MS / 60_000);
  return minute < DAY_MIN
    ? { day: asked.day, minute }
    : { day: (asked.day % 7) + 1, minute: minute - DAY_MIN };
}
