import { fail, ok, type Result } from '@rastro/base';
import { Calendar } from './calendar.ts';
import { fromBase64 } from './base64-text.ts';
import { parseCalendar } from './parse-calendar.ts';
import type { CalendarProblem } from './problems.ts';

/** Reads what `Calendar.data` holds: an iCalendar file, base64. @returns or what is wrong with it. */
export function readCalendar(data: string): Result<Calendar, CalendarProblem> {
  const events = parseCalendar(fromBase64(data));
  return events.ok ? ok(new Calendar(events.value)) : fail(events.error);
}
