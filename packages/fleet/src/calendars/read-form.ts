import ICAL from 'ical.js';
import { FileZones } from './file-zones.ts';
import type { CalendarForm, Schedule, ScheduleRepeat } from './schedule.ts';
import { parseCalendar } from './parse-calendar.ts';
import { WEEKDAY_NAMES } from './write-calendar.ts';

export const MAX_SCHEDULES = 20;
/** They say nothing about when. */
const IGNORED = new Set([
  'uid',
  'summary',
  'dtstamp',
  'created',
  'last-modified',
  'sequence',
  'transp',
  'status',
]);
const REPEATS: Readonly<Record<string, ScheduleRepeat>> = {
  DAILY: 'daily',
  WEEKLY: 'weekly',
  MONTHLY: 'monthly',
  YEARLY: 'yearly',
};

/** @returns the calendar for the form; null = it contains more than the form supports, or cannot be read. */
export function readCalendarForm(text: string): CalendarForm | null {
  if (!parseCalendar(text).ok) return null;
  const root = new ICAL.Component(ICAL.parse(text));
  const events = root.getAllSubcomponents('vevent');
  // A zone that is known by name counts by its name.
  const isForeign = root.getAllSubcomponents().some(({ name }) => name !== 'vevent' && name !== 'vtimezone');
  if (isForeign || events.length > MAX_SCHEDULES) return null;
  const named = new FileZones(root);
  const read = events.map((event) => readSchedule(event, named));
  const zones = new Set(read.map((each) => each?.zone));
  const schedules = read.flatMap((each) => (each === null ? [] : [each.schedule]));
  if (schedules.length < events.length || zones.size > 1) return null;
  return { zone: read[0]?.zone ?? 'UTC', schedules };
}

function readSchedule(
  event: ICAL.Component,
  zones: FileZones,
): { readonly zone: string; readonly schedule: Schedule } | null {
  const known = new Set([...IGNORED, 'dtstart', 'dtend', 'rrule']);
  const properties = event.getAllProperties();
  const names = properties.map(({ name }) => name);
  const isPlain = event.getAllSubcomponents().length === 0 && names.every((name) => known.has(name));
  if (!isPlain || new Set(names).size < names.length || textOf(event, 'status') === 'CANCELLED') return null;
  const [start, end] = [momentOf(event, 'dtstart', zones), momentOf(event, 'dtend', zones)];
  if (start === null || end === null || start.zone !== end.zone) return null;
  const rule = readRule(event.getFirstPropertyValue('rrule'), start.zone);
  if (rule === null) return null;
  return {
    zone: start.zone,
    schedule: {
      start: start.local,
      end: end.local,
      uid: textOf(event, 'uid'),
      summary: textOf(event, 'summary'),
      ...rule,
    },
  };
}

/** A whole minute by the clock of a named zone, or of UTC. */
function momentOf(
  event: ICAL.Component,
  name: string,
  zones: FileZones,
): { readonly zone: string; readonly local: string } | null {
  const property = event.getFirstProperty(name);
  const value = property?.getFirstValue();
  if (!property || !(value instanceof ICAL.Time) || value.isDate || value.second !== 0) return null;
  const tzid: unknown = property.getFirstParameter('tzid');
  const isUtc = value.zone === ICAL.Timezone.utcTimezone;
  const named = typeof tzid === 'string' ? zones.find(tzid) : zones.floating;
  const zone = isUtc ? 'UTC' : named;
  if (zone === null) return null;
  const two = (part: number): string => String(part).padStart(2, '0');
  const { year, month, day, hour, minute } = value;
  return {
    zone,
    local: `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}`,
  };
}

type Rule = Pick<Schedule, 'repeat' | 'interval' | 'weekdays' | 'ends' | 'count' | 'until'>;
const ONCE: Rule = { repeat: 'never', interval: 1, weekdays: [], ends: 'never', count: 1, until: '' };

/** @returns null = it contains more than the form supports. */
function readRule(value: unknown, zone: string): Rule | null {
  if (value === null || value === undefined) return ONCE;
  if (!(value instanceof ICAL.Recur)) return null;
  const repeat = REPEATS[value.freq];
  const { BYDAY: days = [], ...others } = value.parts;
  const weekdays = days.map((day) => WEEKDAY_NAMES.findIndex((name) => name === day));
  const isSayable =
    repeat !== undefined &&
    Object.keys(others).length === 0 &&
    !weekdays.includes(-1) &&
    (weekdays.length === 0 || repeat === 'weekly') &&
    // Which week counts depends on the day that it begins with, where some are left out.
    (value.wkst === ICAL.Time.MONDAY || value.interval === 1);
  if (!isSayable) return null;
  const rule = { ...ONCE, repeat, interval: value.interval, weekdays: weekdays.toSorted((a, b) => a - b) };
  if (value.count !== null) return { ...rule, ends: 'count', count: value.count };
  if (value.until === null) return rule;
  const until = untilOf(value.until, zone);
  return until === null ? null : { ...rule, ends: 'until', until };
}

/** End of a day: that is the meaning of the form. */
function untilOf(until: ICAL.Time, zone: string): string | null {
  const day = until.toString().slice(0, 10);
  if (until.isDate) return day;
  const isUtc = until.zone === ICAL.Timezone.utcTimezone;
  const isEndOfDay = until.hour === 23 && until.minute === 59;
  return isEndOfDay && (!isUtc || zone === 'UTC') ? day : null;
}

function textOf(event: ICAL.Component, name: string): string {
  const value: unknown = event.getFirstPropertyValue(name);
  return typeof value === 'string' ? value : '';
}
