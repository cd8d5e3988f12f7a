import type { PeriodPreset } from '@rastro/fleet';
import { startOfDay } from '../../i18n/zoned-time.ts';
import { periodOfCalendar, type Period, type PeriodChoice, type Place } from './period.ts';

const WEEK_DAYS = 7;
const DAYS: Partial<Readonly<Record<PeriodPreset, number>>> = { '7d': 7, '30d': 30, '90d': 90 };

/**
 * The period that a period is compared with: days with the same weekday a week before, weeks and months up to now with
 * the one before up to the same moment of it, other periods with as many days before them.
 * @param period As the choice means it now.
 */
export function comparedPeriod(choice: PeriodChoice, period: Period, place: Place): Period {
  const { from, to } = period;
  const byDays = (days: number): Period => ({
    from: daysLater(from, -days, place.zone),
    to: daysLater(to, -days, place.zone),
  });
  if (!('preset' in choice)) {
    const length = to.getTime() - from.getTime() + 1;
    return { from: new Date(from.getTime() - length), to: new Date(from.getTime() - 1) };
  }
  const { preset } = choice;
  if (preset === 'thisMonth' || preset === 'lastMonth') {
    const before = periodOfCalendar('lastMonth', from.getTime(), place);
    if (preset === 'lastMonth') return before;
    const elapsed = before.from.getTime() + (to.getTime() - from.getTime());
    return { from: before.from, to: new Date(Math.min(elapsed, before.to.getTime())) };
  }
  return byDays(DAYS[preset] ?? WEEK_DAYS);
}

/** The same time of the day on another day. */
function daysLater(at: Date, days: number, zone: string): Date {
  const time = at.getTime();
  return new Date(startOfDay(time, zone, days) + (time - startOfDay(time, zone)));
}
