import { DAY_MS } from '@rastro/base';
import type { Language } from '../languages/language.ts';
import { instantOf, wallOf } from './wall-time.ts';

/** Weeks and months of the calendar. */
export const CALENDAR_PERIODS = ['thisWeek', 'lastWeek', 'thisMonth', 'lastMonth'] as const;
export type CalendarPeriod = (typeof CALENDAR_PERIODS)[number];

/** Periods that move on with the days. @source docs/reference/requirements.md SPEC §9 "Date presets" */
export const PERIOD_PRESETS = ['today', 'yesterday', '7d', '30d', '90d', ...CALENDAR_PERIODS] as const;
export type PeriodPreset = (typeof PERIOD_PRESETS)[number];

export const isCalendarPeriod = (name: unknown): name is CalendarPeriod =>
  CALENDAR_PERIODS.some((each) => each === name);

/** The day that a week begins with where the language is spoken; 0 = Sunday. */
export const WEEK_START = { 'pt-BR': 0, en: 0, es: 1 } as const satisfies Record<Language, number>;

/**
 * Weeks and months in a zone: this one up to `now`, the last one whole, to its last millisecond.
 * @param now Milliseconds since 1970. @param weekStart 0 = Sunday.
 */
export function calendarPeriod(
  name: CalendarPeriod,
  now: number,
  { zone, weekStart }: { readonly zone: string; readonly weekStart: number },
): { readonly from: number; readonly to: number } {
  const today = new Date(Math.floor(wallOf(now, zone) / DAY_MS) * DAY_MS);
  const [year, month, day] = [today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate()];
  const isWeek = name.endsWith('Week');
  const inWeek = (today.getUTCDay() - weekStart + 7) % 7;
  /** @param back How many weeks or months before this one. */
  const begin = (back: number): number =>
    instantOf(
      isWeek ? Date.UTC(year, month, day - inWeek - 7 * back) : Date.UTC(year, month - back, 1),
      zone,
    );
  return name.startsWith('this') ? { from: begin(0), to: now } : { from: begin(1), to: begin(0) - 1 };
}
