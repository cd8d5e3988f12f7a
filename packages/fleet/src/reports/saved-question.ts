import { isCalendarPeriod, type CalendarPeriod } from '../calendars/calendar-period.ts';
import type { Attributes } from '../entities/attributes.ts';

/** Formats in which a saved report is mailed. */
export const MAILED_FORMATS = ['xlsx', 'pdf', 'pdfTable'] as const;
export type MailedFormat = (typeof MAILED_FORMATS)[number];
/** Outcome of a mailing: nothing = no recipient had a vehicle in it. */
export const MAILING_OUTCOMES = ['mailed', 'failed', 'nothing'] as const;
export type MailingOutcome = (typeof MAILING_OUTCOMES)[number];

/**
 * Parameters of a saved report, in its attributes: its filters, by the names of the query of its kind, and its display
 * options, by the names in the address of its screen. Vehicles and groups are links.
 */
export const QUESTION_NAMES = [
  'period',
  'from',
  'to',
  'daily',
  'by',
  'driver',
  'types',
  'geofences',
  'weekdays',
  'fromHour',
  'toHour',
  'calendar',
  'group',
  'sort',
  'columns',
  'markers',
] as const;

/** Returns the filters of a report, by the names of the query of its kind. */
export function narrowingOf(attributes: Attributes): Readonly<Record<string, string | readonly string[]>> {
  const text = (name: string): string => {
    const value = attributes[name];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  };
  const list = (name: string): readonly string[] =>
    text(name)
      .split(',')
      .filter((each) => each !== '');
  const given = {
    by: isLinesBy(attributes['by']) ? attributes['by'] : '',
    driver: text('driver'),
    type: list('types'),
    geofenceId: list('geofences'),
    weekdays: list('weekdays'),
    fromHour: text('fromHour'),
    toHour: text('toHour'),
    calendarId: text('calendar'),
    daily: isYes(attributes['daily']) ? 'true' : '',
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value.length > 0));
}
/** Those that have a line of their own in a report of many vehicles, where that is not each vehicle. */
export const LINES_BY_OTHERS = ['driver', 'group'] as const;
export type LinesByOther = (typeof LINES_BY_OTHERS)[number];
const isLinesBy = (value: unknown): value is LinesByOther => LINES_BY_OTHERS.some((by) => by === value);
const isYes = (value: unknown): boolean => value === true || value === 'true' || value === '1';

/** @source docs/compatibility.md: `format` and `form` are our own attributes of a report. */
export function mailedFormat(attributes: Attributes): MailedFormat {
  if (attributes['format'] !== 'pdf') return 'xlsx';
  return attributes['form'] === 'table' ? 'pdfTable' : 'pdf';
}

/** Which days a mail is about; null = those of the calendar period that has just ended. */
export function mailedPeriod({ mailedPeriod: name }: Attributes): CalendarPeriod | null {
  return isCalendarPeriod(name) ? name : null;
}

/** The last mailing of a report, as the server keeps it in its attributes; null = none yet. */
export function lastMailing(
  attributes: Attributes,
): { readonly at: number; readonly outcome: MailingOutcome } | null {
  const { lastMailing: at, lastOutcome } = attributes;
  const outcome = MAILING_OUTCOMES.find((each) => each === lastOutcome);
  return typeof at === 'number' && outcome !== undefined ? { at, outcome } : null;
}
export const withMailing = (attributes: Attributes, at: number, outcome: MailingOutcome): Attributes => ({
  ...attributes,
  lastMailing: at,
  lastOutcome: outcome,
});
