import {
  fromBase64,
  readCalendar,
  readCalendarForm,
  type Calendar,
  type CalendarForm,
} from '@rastro/fleet/calendars';

/** Content of a calendar, as the server reads it. */
export interface CalendarTimes {
  /** Times at which it is on; null = it cannot be read. */
  readonly calendar: Calendar | null;
  /** Values of the form; null = the form cannot show it. */
  readonly form: CalendarForm | null;
}

const known = new Map<string, CalendarTimes>();
/** A list scrolls over its calendars again and again; a bound, as every letter typed in the form makes another. */
const MAX_ENTRIES = 500;

/** @param data iCalendar, base64. */
export function readTimes(data: string): CalendarTimes {
  let times = known.get(data);
  if (times === undefined) {
    const read = readCalendar(data);
    times = {
      calendar: read.ok ? read.value : null,
      form: read.ok ? readCalendarForm(fromBase64(data)) : null,
    };
    if (known.size >= MAX_ENTRIES) known.clear();
    known.set(data, times);
  }
  return times;
}
