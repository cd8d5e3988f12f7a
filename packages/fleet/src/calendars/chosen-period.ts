import { DAY_MS } from '@rastro/base';
import { calendarPeriod, isCalendarPeriod, type PeriodPreset } from './calendar-period.ts';
import { instantOf, wallOf } from './wall-time.ts';

/** A preset moves on with the days; a range stays. Milliseconds since 1970, both ends included. */
export type PeriodChoice = { readonly preset: PeriodPreset } | Span;
export interface Span {
  readonly from: number;
  readonly to: number;
}
/** Time zone of the reader, and the first day of their week (0 = Sunday). */
export interface Place {
  readonly zone: string;
  readonly weekStart: number;
}

const WEEK_DAYS = 7;
const DAYS = { today: 1, yesterday: 1, '7d': 7, '30d': 30, '90d': 90 } as const;

/**
 * The first moment of a day in the zone. Not so many hours ago: a day of summer time has 23 or 25.
 * @param days From the day of `at`; -1 = the day before.
 */
export function startOfDay(at: number, zone: string, days = 0): number {
  const day = Math.floor(wallOf(at, zone) / DAY_MS) + days;
  return instantOf(day * DAY_MS, zone);
}

/** @param now decides the day, in the reader's zone; today counts as one of the last days. */
export function spanOf(choice: PeriodChoice, now: number, place: Place): Span {
  if (!('preset' in choice)) return choice;
  const { preset } = choice;
  const midnight = (days: number): number => startOfDay(now, place.zone, days);
  if (preset === 'yesterday') return { from: midnight(-1), to: midnight(0) - 1 };
  if (isCalendarPeriod(preset)) return calendarPeriod(preset, now, place);
  return { from: midnight(1 - DAYS[preset]), to: now };
}

/**
 * The span that a span is compared with: days with the same weekday a week before, weeks and months up to now with the
 * one before up to the same moment of it, other spans with as long a one right before them.
 * @param span As the choice means it now.
 */
export function comparedSpan(choice: PeriodChoice, { from, to }: Span, place: Place): Span {
  if (!('preset' in choice)) return { from: 2 * from - to - 1, to: from - 1 };
  const { preset } = choice;
  if (preset === 'thisMonth' || preset === 'lastMonth') {
    const before = calendarPeriod('lastMonth', from, place);
    if (preset === 'lastMonth') return before;
    return { from: before.from, to: Math.min(before.from + (to - from), before.to) };
  }
  const isOfDays = preset === '7d' || preset === '30d' || preset === '90d';
  const days = isOfDays ? DAYS[preset] : WEEK_DAYS;
  return { from: daysLater(from, -days, place.zone), to: daysLater(to, -days, place.zone) };
}

/** The same time of the day on another day. */
const daysLater = (at: number, days: number, zone: string): number =>
  startOfDay(at, zone, days) + (at - startOfDay(at, zone));
