import { REPORT_KINDS } from '../kinds/registry.ts';
import type { ReportJob } from './report-job.ts';
import { DAY_MS } from '@rastro/base';
import type { ReaderPreferences } from '@rastro/fleet';
import type { ReportHours } from './report-hours.ts';

/** Says at the head of a file what its report leaves out: hours, weekdays, fills or drains. Empty = nothing. */
export function narrowedText(job: Pick<ReportJob, 'type' | 'hours' | 'eventTypes' | 'reader'>): string {
  const { type, hours, reader } = job;
  const times = hours === null ? [] : [hoursText(hours, reader)];
  return [...times, ...REPORT_KINDS[type].narrowing(job)].join(' · ');
}

const DAY_MINUTES = 1440;
/** A Monday. */
const MONDAY_MS = 4 * DAY_MS;

/** Filter of a report in short: `Mon, Tue, 08:00–18:00, Shifts`. */
function hoursText(
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
