import { PERIOD_PRESETS } from '@rastro/fleet';
import { spanOf, type PeriodChoice, type Place, type Span } from '@rastro/fleet/calendars';
import { localTime, momentOf } from '../../i18n/zoned-time.ts';
import { startOfDay } from '@rastro/fleet/calendars';

export type { PeriodChoice, Place };
export interface Period {
  readonly from: Date;
  readonly to: Date;
}
/** Maximum length of a range: more than the history of any vehicle. */
const MAX_RANGE_MS = 20 * 366 * 86_400_000;

export const datesOf = ({ from, to }: Span): Period => ({ from: new Date(from), to: new Date(to) });

/** @param now decides the day, in the user's zone; today counts as one of the last days. */
export const periodOf = (choice: PeriodChoice, now: number, place: Place): Period =>
  datesOf(spanOf(choice, now, place));

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
