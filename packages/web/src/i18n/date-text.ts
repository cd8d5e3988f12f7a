import type { Language } from '@rastro/fleet';

/** `date`: 2026-11-22. `moment`: 2026-11-22T15:04, as forms keep them. */
export type DateKind = 'date' | 'moment';

/** Order of day and month; the year is last in all three languages. */
const isMonthFirst = (language: Language): boolean => language === 'en';

const ISO = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d))?$/;
const TYPED = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})(?:[ ,]+(\d{1,2}):(\d\d)(?: ?([ap])\.?m\.?)?)?$/i;

/** Formats a stored date for the reader; anything that is no date stays as it was typed. */
export function dateText(value: string, language: Language): string {
  const [, year, month, day, hour, minute] = ISO.exec(value) ?? [];
  if (year === undefined) return value;
  const date = isMonthFirst(language) ? `${month}/${day}/${year}` : `${day}/${month}/${year}`;
  return hour === undefined ? date : `${date} ${hour}:${minute}`;
}

/** Parses a typed date for storage; an incomplete or invalid one stays as it was typed. */
export function readDateText(typed: string, kind: DateKind, language: Language): string {
  const [, first = '', second = '', year = '', hour, minute, half] = TYPED.exec(typed.trim()) ?? [];
  if (year === '' || (hour === undefined) !== (kind === 'date')) return typed;
  const [day, month] = isMonthFirst(language) ? [second, first] : [first, second];
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  if (!isDay(date)) return typed;
  if (hour === undefined) return date;
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0);
  if (hours > 23 || Number(minute) > 59) return typed;
  return `${date}T${String(hours).padStart(2, '0')}:${minute}`;
}

function isDay(date: string): boolean {
  const instant = Date.parse(`${date}T00:00Z`);
  return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(date);
}
