import type { PeriodChoice } from '../calendars/chosen-period.ts';
import { startOfDay } from '../calendars/chosen-period.ts';
import { instantOf } from '../calendars/wall-time.ts';
import type { PeriodOfLayout } from './layout.ts';

/** Period of an overview as a choice in a zone: civil days become instants, the last to its end. */
export function choiceOf(period: PeriodOfLayout, zone: string): PeriodChoice {
  if ('preset' in period) return period;
  // Midnight may be skipped by a clock, noon never is.
  const noonOf = (day: string): number => instantOf(Date.parse(`${day}T12:00Z`), zone);
  return { from: startOfDay(noonOf(period.from), zone), to: startOfDay(noonOf(period.to), zone, 1) - 1 };
}
