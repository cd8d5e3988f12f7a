import ICAL from 'ical.js';
import { fromBase64, toBase64 } from './base64-text.ts';

const FILE_START = /^BEGIN:VCALENDAR[ \t]*\r?\n/im;

/**
 * Adds a zone to the times of a file that have none, so that all readers interpret them alike.
 * @param data iCalendar, base64, as `readCalendar` takes it.
 * @returns The same data where every time has a zone, or where the file sets one for the others.
 */
export function withZone(data: string, zone: string): string {
  if (zone === 'UTC') return data;
  const text = fromBase64(data);
  if (!isFloating(text)) return data;
  return toBase64(text.replace(FILE_START, (start) => `${start}X-WR-TIMEZONE:${zone}\r\n`));
}

function isFloating(text: string): boolean {
  const root = new ICAL.Component(ICAL.parse(text));
  if (root.getFirstProperty('x-wr-timezone')) return false;
  return root.getAllSubcomponents('vevent').some((event) => {
    const start = event.getFirstProperty('dtstart');
    const value = start?.getFirstValue();
    if (!start || !(value instanceof ICAL.Time) || start.getFirstParameter('tzid') !== undefined)
      return false;
    return value.isDate || value.zone !== ICAL.Timezone.utcTimezone;
  });
}
