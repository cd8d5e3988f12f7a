import { addMonths, dayOf, type CivilMonth } from '../billing/civil-date.ts';
import { hourOn } from './base-days.ts';
import type { Span } from './derive-activities.ts';

/** A month on the clock of a zone. */
export const monthSpan = (month: CivilMonth, zone: string): Span => ({
  begin: hourOn(zone, dayOf(month, 1), 0),
  end: hourOn(zone, dayOf(addMonths(month, 1), 1), 0),
});
