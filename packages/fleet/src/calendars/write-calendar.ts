import type { CalendarForm, Schedule } from './schedule.ts';

/** As rules name them; 0 = Sunday. */
export const WEEKDAY_NAMES = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'] as const;
const FREQUENCY_OF = { daily: 'DAILY', weekly: 'WEEKLY', monthly: 'MONTHLY', yearly: 'YEARLY' } as const;
/** Octets of a line; longer ones go on in the next, after a blank. @source RFC 5545 §3.1 */
const MAX_OCTETS = 74;

/**
 * Writes the iCalendar file of a form.
 * @param at ms since 1970, of its stamp. Invalid times stay in the file, for the reader to reject.
 */
export function writeCalendar({ zone, schedules }: CalendarForm, at: number): string {
  const stamp = `${basic(new Date(at).toISOString().slice(0, 19))}Z`;
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Rastro//Calendar//EN',
    ...schedules.flatMap((schedule, index) => eventOf(schedule, { zone, stamp, index })),
    'END:VCALENDAR',
    '',
  ];
  return lines.map(folded).join('\r\n');
}

function eventOf(
  schedule: Schedule,
  { zone, stamp, index }: { readonly zone: string; readonly stamp: string; readonly index: number },
): readonly string[] {
  const { start, end, uid, summary } = schedule;
  const at = (name: string, local: string): string =>
    zone === 'UTC' ? `${name}:${basic(local)}00Z` : `${name};TZID=${zone}:${basic(local)}00`;
  const rule = ruleOf(schedule);
  return [
    'BEGIN:VEVENT',
    `UID:${escaped(uid === '' ? `${stamp}-${index + 1}` : uid)}`,
    `DTSTAMP:${stamp}`,
    at('DTSTART', start),
    at('DTEND', end),
    ...(rule === null ? [] : [`RRULE:${rule}`]),
    `SUMMARY:${escaped(summary === '' ? 'Event' : summary)}`,
    'END:VEVENT',
  ];
}

function ruleOf({ repeat, interval, weekdays, ends, count, until }: Schedule): string | null {
  if (repeat === 'never') return null;
  const days = weekdays.flatMap((day) => WEEKDAY_NAMES[day] ?? []);
  const parts = [
    `FREQ=${FREQUENCY_OF[repeat]}`,
    ...(interval > 1 ? [`INTERVAL=${interval}`] : []),
    ...(repeat === 'weekly' && days.length > 0 ? [`BYDAY=${days.join(',')}`] : []),
    ...(ends === 'count' ? [`COUNT=${count}`] : []),
    ...(ends === 'until' ? [`UNTIL=${until.replaceAll('-', '')}`] : []),
  ];
  return parts.join(';');
}

const basic = (local: string): string => local.replaceAll(/[-:]/g, '');
const escaped = (text: string): string =>
  text.replaceAll(/[\\;,]/g, (sign) => `\\${sign}`).replaceAll(/\r?\n/g, '\\n');

/** Cut between characters, never inside one. */
function folded(line: string): string {
  const encoder = new TextEncoder();
  const pieces: string[] = [];
  let [piece, octets] = ['', 0];
  for (const character of line) {
    const size = encoder.encode(character).length;
    if (octets + size > MAX_OCTETS) {
      pieces.push(piece);
      [piece, octets] = ['', 0];
    }
    piece += character;
    octets += size;
  }
  return [...pieces, piece].join('\r\n ');
}
