import { DAY_MS, HOUR_MS } from '@rastro/base';

/** RRULE of RFC 5545, by jumping to the periods asked about: how long ago a rule began costs nothing. */

export const FREQUENCIES = ['YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY', 'HOURLY'] as const;
export type Frequency = (typeof FREQUENCIES)[number];

/** Weekday, 0 = Sunday; `nth` of the month or year, negative from its end, 0 = each. */
export interface WeekdayRule {
  readonly weekday: number;
  readonly nth: number;
}
/** Empty lists restrict nothing. All times are wall clock, written as milliseconds of the same clock in UTC. */
export interface Recurrence {
  readonly frequency: Frequency;
  readonly interval: number;
  readonly until: number;
  readonly weekStart: number;
  readonly months: readonly number[];
  readonly weekNumbers: readonly number[];
  readonly yearDays: readonly number[];
  readonly monthDays: readonly number[];
  readonly weekdays: readonly WeekdayRule[];
  readonly hours: readonly number[];
  readonly minutes: readonly number[];
  readonly seconds: readonly number[];
  readonly positions: readonly number[];
}

/** Starts of a rule between two wall times, both included, in order. @param first The start of the event. */
export function startsBetween(rule: Recurrence, first: number, from: number, to: number): readonly number[] {
  const base = periodOf(rule, first);
  const skipped = Math.max(0, Math.ceil((periodOf(rule, from) - base) / rule.interval));
  const lastPeriod = periodOf(rule, Math.min(to, rule.until));
  const found: number[] = [];
  for (let period = base + skipped * rule.interval; period <= lastPeriod; period += rule.interval) {
    for (const start of startsIn(rule, first, period)) {
      if (start >= Math.max(first, from) && start <= Math.min(to, rule.until)) found.push(start);
    }
  }
  return found;
}

/** Returns the start with a number, counted from 1; null = not found within the budget of days. */
export function nthStart(rule: Recurrence, first: number, count: number): number | null {
  const MAX_DAYS = 200_000;
  let seen = 0;
  let period = periodOf(rule, first);
  for (let days = 0; days < MAX_DAYS; days += daysOf[rule.frequency]) {
    for (const start of startsIn(rule, first, period)) if (start >= first && ++seen === count) return start;
    period += rule.interval;
  }
  return null;
}
const daysOf: Readonly<Record<Frequency, number>> = {
  YEARLY: 366,
  MONTHLY: 31,
  WEEKLY: 7,
  DAILY: 1,
  HOURLY: 1,
};

/** Number of the year, month, week, day or hour that a wall time lies in. */
function periodOf({ frequency, weekStart }: Recurrence, wall: number): number {
  const date = new Date(wall);
  switch (frequency) {
    case 'YEARLY':
      return date.getUTCFullYear();
    case 'MONTHLY':
      return date.getUTCFullYear() * 12 + date.getUTCMonth();
    case 'WEEKLY':
      // Day 0 was a Thursday.
      return Math.floor((Math.floor(wall / DAY_MS) + 4 - weekStart) / 7);
    case 'DAILY':
      return Math.floor(wall / DAY_MS);
    default:
      return Math.floor(wall / HOUR_MS);
  }
}

/** First day of a period, and the one after its last, as numbers of days. */
function daysIn({ frequency, weekStart }: Recurrence, period: number): readonly [number, number] {
  const dayOf = (year: number, month: number): number => Date.UTC(year, month) / DAY_MS;
  switch (frequency) {
    case 'YEARLY':
      return [dayOf(period, 0), dayOf(period + 1, 0)];
    case 'MONTHLY':
      return [dayOf(Math.floor(period / 12), period % 12), dayOf(Math.floor(period / 12), (period % 12) + 1)];
    case 'WEEKLY':
      return [period * 7 - 4 + weekStart, period * 7 + 3 + weekStart];
    case 'DAILY':
      return [period, period + 1];
    default:
      return [Math.floor(period / 24), Math.floor(period / 24) + 1];
  }
}

function startsIn(rule: Recurrence, first: number, period: number): readonly number[] {
  const [begin, end] = daysIn(rule, period);
  const times = timesOfDay(rule, first, period);
  const starts: number[] = [];
  for (let day = begin; day < end; day++) {
    if (times.length > 0 && fits(rule, first, day))
      for (const time of times) starts.push(day * DAY_MS + time);
  }
  if (rule.positions.length === 0) return starts;
  const chosen = rule.positions.map((n) => (n > 0 ? starts[n - 1] : starts.at(n)));
  return [...new Set(chosen.filter((start) => start !== undefined))].sort((a, b) => a - b);
}

function timesOfDay(rule: Recurrence, first: number, period: number): readonly number[] {
  const own = new Date(first);
  const or = (list: readonly number[], fallback: number) => (list.length > 0 ? list : [fallback]);
  const hour = ((period % 24) + 24) % 24;
  const hourly = rule.hours.length === 0 || rule.hours.includes(hour) ? [hour] : [];
  const hours = rule.frequency === 'HOURLY' ? hourly : or(rule.hours, own.getUTCHours());
  const minutes = or(rule.minutes, own.getUTCMinutes());
  const seconds = or(rule.seconds, own.getUTCSeconds());
  return hours
    .flatMap((h) => minutes.flatMap((m) => seconds.map((s) => h * HOUR_MS + m * 60_000 + s * 1000)))
    .sort((a, b) => a - b);
}

/** Whether a day can have a start. Parts that a rule leaves open come from the first start (RFC 5545 §3.3.10). */
function fits(rule: Recurrence, first: number, day: number): boolean {
  const { frequency, months, weekNumbers, yearDays, monthDays, weekdays } = rule;
  const date = new Date(day * DAY_MS);
  const own = new Date(first);
  const month = date.getUTCMonth();
  if (months.length > 0 && !months.includes(month + 1)) return false;
  const dayOfMonth = date.getUTCDate();
  const monthStart = day - dayOfMonth + 1;
  const monthEnd = Date.UTC(date.getUTCFullYear(), month + 1) / DAY_MS;
  if (monthDays.length > 0 && !matches(monthDays, day, monthStart, monthEnd)) return false;
  const yearStart = Date.UTC(date.getUTCFullYear(), 0) / DAY_MS;
  const yearEnd = Date.UTC(date.getUTCFullYear() + 1, 0) / DAY_MS;
  if (yearDays.length > 0 && !matches(yearDays, day, yearStart, yearEnd)) return false;
  if (weekNumbers.length > 0 && !weekNumbers.includes(weekNumber(day, rule.weekStart))) return false;
  if (weekdays.length > 0) {
    const monthly = frequency === 'MONTHLY' || months.length > 0;
    const [begin, end] = monthly ? [monthStart, monthEnd] : [yearStart, yearEnd];
    return weekdays.some(
      ({ weekday, nth }) => weekday === date.getUTCDay() && (nth === 0 || isNth(nth, day, begin, end)),
    );
  }
  if (frequency === 'DAILY' || frequency === 'HOURLY') return true;
  if (frequency === 'WEEKLY' || weekNumbers.length > 0) return date.getUTCDay() === own.getUTCDay();
  if (monthDays.length > 0 || yearDays.length > 0) return true;
  if (dayOfMonth !== own.getUTCDate()) return false;
  return frequency === 'MONTHLY' || months.length > 0 || month === own.getUTCMonth();
}

/** Days counted from 1 at the begin, or from -1 at the end, of a stretch. */
const matches = (list: readonly number[], day: number, begin: number, end: number): boolean =>
  list.includes(day - begin + 1) || list.includes(day - end);
/** The nth such weekday of a stretch. */
const isNth = (nth: number, day: number, begin: number, end: number): boolean =>
  nth > 0 ? Math.floor((day - begin) / 7) + 1 === nth : Math.floor((end - 1 - day) / 7) + 1 === -nth;

/** Week 1 is the first with at least four days in the year. */
function weekNumber(day: number, weekStart: number): number {
  const weekday = (((day + 4 - weekStart) % 7) + 7) % 7;
  const middle = day - weekday + 3;
  const yearStart = Date.UTC(new Date(middle * DAY_MS).getUTCFullYear(), 0) / DAY_MS;
  return Math.floor((middle - yearStart) / 7) + 1;
}
