import type { PeriodOfLayout } from '@rastro/fleet/layouts';
import { localTime } from '../../i18n/zoned-time.ts';
import type { PeriodChoice } from '../../kernel/period/period.ts';

/** Choice as an overview stores it: instants become the civil days that hold them. */
export function storedPeriod(choice: PeriodChoice, zone: string): PeriodOfLayout {
  if ('preset' in choice) return choice;
  const day = (at: number): string => localTime(at, zone).slice(0, 10);
  return { from: day(choice.from), to: day(choice.to) };
}
