import type { PeriodOfLayout } from '@rastro/fleet/layouts';
import { localTime, momentOf } from '../../i18n/zoned-time.ts';
import { startOfDay } from '@rastro/fleet/calendars';
import type { PeriodChoice } from '../../kernel/period/period.ts';

/** Period of an overview as a choice in a zone: civil days become instants. */
export function choiceOf(period: PeriodOfLayout, zone: string): PeriodChoice {
  if ('preset' in period) return period;
  return {
    from: momentOf(`${period.from}T00:00`, zone),
    to: startOfDay(momentOf(`${period.to}T12:00`, zone), zone, 1) - 1,
  };
}

/** Choice as an overview stores it: instants become the civil days that hold them. */
export function storedPeriod(choice: PeriodChoice, zone: string): PeriodOfLayout {
  if ('preset' in choice) return choice;
  const day = (at: number): string => localTime(at, zone).slice(0, 10);
  return { from: day(choice.from), to: day(choice.to) };
}
