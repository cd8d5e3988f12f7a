import {
  calendarPeriod,
  isCalendarPeriod,
  PERIOD_PRESETS,
  type CalendarPeriod,
  type PeriodPreset,
} from '@rastro/fleet';
import { localTime, momentOf, startOfDay } from '../../i18n/zoned-time.ts';

/** A preset moves on with the days; a range stays. */
export type PeriodChoice =
  | { readonly preset: PeriodPreset }
  /** Milliseconds since 1970. */
  | { readonly from: number; readonly to: number };
export interface Period {
  readonly from: Date;
  readonly to: Date;
}

/** Time zone of the user, and the first day of their week (0 = Sunday). */
export interface Place {
  readonly zone: string;
  readonly weekStart: number;
}
const DAYS = { today: 1, yesterday: 1, '7d': 7, '30d': 30, '90d': 90 } as const;
/** Maximum length of a range: more than the history of any vehicle. */
const MAX_RANGE_MS = 20 * 366 * 86_400_000;

/** @param now decides the day, in the user's zone; today counts as one of the last days. */
export function periodOf(choice: PeriodChoice, now: number, { zone, weekStart }: Place): Period {
  if (!('preset' in choice)) return { from: new Date(choice.from), to: new Date(choice.to) };
  const { preset } = choice;
  const midnight = (days: number): number => startOfDay(now, zone, days);
  if (preset === 'yesterday') return { from: new Date(midnight(-1)), to: new Date(midnight(0) - 1) };
  if (isCalendarPeriod(preset)) return periodOfCalendar(preset, now, { zone, weekStart });
  return { from: new Date(midnight(1 - DAYS[preset])), to: new Date(now) };
}

/** Weeks and months of the calendar: this one up to now, the last one whole. */
export function periodOfCalendar(preset: CalendarPeriod, now: number, place: Place): Period {
  const { from, to } = calendarPeriod(preset, now, place);
  return { from: new Date(from), to: new Date(to) };
}

/** The period before or after, with as many whole days. */
export function shiftedPeriod({ from, to }: Period, steps: 1 | -1, zone: string): PeriodChoice {
  const first = startOfDay(from.getTime(), zone);
  const days = Math.max(1, Math.round((startOfDay(to.getTime(), zone, 1) - first) / 86_400_000));
  return {
    from: startOfDay(first, zone, steps * days),
    to: startOfDay(first, zone, (steps + 1) * days) - 1,
  };
}

/** The ends of a period as fields show them, to the minute. */
export interface TypedRange {
  readonly from: string;
  readonly to: string;
}
export const rangeText = ({ from, to }: Period, zone: string): TypedRange => ({
  from: localTime(from.getTime(), zone),
  to: localTime(to.getTime(), zone),
});

/**
 * Reads two typed fields that began with `period`. An end that was not touched stays exact; 23:59 is the end of the
 * day, including its last minute.
 * @returns null when it is no valid range.
 */
export function readRange(typed: TypedRange, period: Period, zone: string): PeriodChoice | null {
  const text = rangeText(period, zone);
  const from = typed.from === text.from ? period.from.getTime() : momentOf(typed.from, zone);
  const lastMs = typed.to.endsWith('T23:59') ? 59_999 : 0;
  const to = typed.to === text.to ? period.to.getTime() : momentOf(typed.to, zone) + lastMs;
  return from < to ? { from, to } : null;
}

/** Reads the period from an address; a missing or invalid one is today. */
export function readPeriod(search: URLSearchParams): PeriodChoice {
  const [from, to] = [Date.parse(search.get('from') ?? ''), Date.parse(search.get('to') ?? '')];
  if (from < to && to - from <= MAX_RANGE_MS) return { from, to };
  return { preset: PERIOD_PRESETS.find((name) => name === search.get('period')) ?? 'today' };
}

export function writePeriod(search: URLSearchParams, choice: PeriodChoice): URLSearchParams {
  for (const name of ['period', 'from', 'to']) search.delete(name);
  if ('preset' in choice) search.set('period', choice.preset);
  else {
    search.set('from', new Date(choice.from).toISOString());
    search.set('to', new Date(choice.to).toISOString());
  }
  return search;
}
