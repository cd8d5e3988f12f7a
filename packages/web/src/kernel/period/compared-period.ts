import { comparedSpan } from '@rastro/fleet/calendars';
import { datesOf, type Period, type PeriodChoice, type Place } from './period.ts';

/** The period that a period is compared with. @param period As the choice means it now. */
export const comparedPeriod = (choice: PeriodChoice, { from, to }: Period, place: Place): Period =>
  datesOf(comparedSpan(choice, { from: from.getTime(), to: to.getTime() }, place));
