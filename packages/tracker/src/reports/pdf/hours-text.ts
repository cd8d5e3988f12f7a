import { DAY_MS } from '@rastro/base';
import type { ReaderPreferences } from '@rastro/fleet';
import type { ReportHours } from '../request/report-hours.ts';

const DAY_MINUTES = 1440;
/** A Monday. */
const MONDAY_MS = 4 * DAY_MS;

/** Filter of a report in short: `Mon, Tue, 08:00–18:00, Shifts`. */
export function hoursText(
  { weekdays, fromMinute, toMinute, zone, calendar }: ReportHours,
  { language, zone: own }: Pick<ReaderPreferences, 'language' | 'zone'>,
): string {
  const name = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' });
  const days = [...new Set(weekdays)]
    .toSorted((a, b) => a - b)
    .map((day) => name.format(MONDAY_MS + (day - 1) * DAY_MS));
  const isAllDay = fromMinute % DAY_MINUTES === toMinute % DAY_MINUTES;
  return [
    ...days,
    ...(isAllDay ? [] : [`${clock(fromMinute)}–${clock(toMinute)}`]),
    ...(calendar ? [calendar.name] : []),
    ...(zone === own ? [] : [`(${zone})`]),
  ].join(', ');
}

const clock = (minute: number): string =>
  [Math.floor(minute / 60), minute % 60].map((each) => String(each).padStart(2, '0')).join(':');
