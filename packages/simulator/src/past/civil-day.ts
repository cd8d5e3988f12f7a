import { DAY_MS } from '@rastro/base';
/** The demonstration lives by the clock of São Paulo, which is UTC-3 all year since 2019. */
const ZONE_MS = 3 * 3_600_000;

/** Number of the civil day of an instant, days since 1970. */
export const civilDay = (instant: number): number => Math.floor((instant - ZONE_MS) / DAY_MS);
/** Its first instant, milliseconds since 1970. */
export const startOfDay = (day: number): number => day * DAY_MS + ZONE_MS;

/** Fixed holidays of Brazil, month and day. */
const HOLIDAYS = new Set(['1-1', '4-21', '5-1', '9-7', '10-12', '11-2', '11-15', '11-20', '12-25']);

export type DayKind = 'workday' | 'saturday' | 'rest';

export function kindOfDay(day: number): DayKind {
  const date = new Date(day * DAY_MS);
  if (HOLIDAYS.has(`${date.getUTCMonth() + 1}-${date.getUTCDate()}`) || date.getUTCDay() === 0) return 'rest';
  return date.getUTCDay() === 6 ? 'saturday' : 'workday';
}
