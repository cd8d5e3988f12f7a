import ICAL from 'ical.js';
import { DAY_MS, fail, ok, type Result } from '@rastro/base';
import { FileZones } from './file-zones.ts';
import { problemOf, Unreadable, type CalendarProblem } from './problems.ts';
import { FREQUENCIES, nthStart, type Recurrence, type WeekdayRule } from './recurrence.ts';
import { instantOf, wallOf } from './wall-time.ts';

/** One VEVENT. Wall times are milliseconds of the zone's clock, written as if it were UTC. */
export interface CalendarEvent {
  readonly zone: string;
  readonly start: number;
  /** By the clock on the wall: a night shift ends at six, whatever the clocks did meanwhile. */
  readonly durationMs: number;
  readonly rule: Recurrence | null;
  /** Starts in addition to those of the rule, and starts that do not take place. */
  readonly extra: readonly number[];
  readonly excluded: ReadonlySet<number>;
}

/** jCal (RFC 7265): name, parameters, type, values. */
type Property = readonly [string, Readonly<Record<string, unknown>>, string, ...unknown[]];
type Component = readonly [string, readonly Property[], readonly Component[]];
const isProperty = (value: unknown): value is Property =>
  Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'object' && value[1] !== null;
const isComponent = (value: unknown): value is Component =>
  Array.isArray(value) &&
  typeof value[0] === 'string' &&
  Array.isArray(value[1]) &&
  value[1].every(isProperty) &&
  Array.isArray(value[2]) &&
  value[2].every(isComponent);

const MAX_EVENTS = 500;
const MAX_DATES = 2000;
export const MAX_COUNT = 10_000;
const MAX_REPEATED_MS = 366 * DAY_MS;
/** Starts that one check of a day may have to go through. */
const MAX_COST = 200_000;

/**
 * Reads an iCalendar file.
 * @returns its events, or what is wrong with it: what cannot be read, or would cost too much to work out.
 * @source docs/reference/tracking-api.md §8.4; RFC 5545
 */
export function parseCalendar(text: string): Result<readonly CalendarEvent[], CalendarProblem> {
  try {
    const file: unknown = ICAL.parse(text);
    if (!isComponent(file) || file[0] !== 'vcalendar') return fail(problemOf('noFile'));
    const [, , parts] = file;
    const components = parts.filter(([kind]) => kind === 'vevent');
    if (components.length > MAX_EVENTS) return fail(problemOf('tooManyEvents', MAX_EVENTS));
    const zones = new FileZones(new ICAL.Component(ICAL.parse(text)));
    const moved = movedStarts(components);
    const events = components
      .filter((component) => textOf(component, 'status') !== 'CANCELLED')
      .map((component) => readEvent(component, { moved, zones }));
    const cost = events.reduce((sum, event) => sum + costOf(event), 0);
    return cost > MAX_COST ? fail(problemOf('tooCostly')) : ok(events);
  } catch (error) {
    // The parser throws plain errors about the text, and offers no other way to check it.
    return fail(error instanceof Unreadable ? error.problem : problemOf('noFile'));
  }
}

interface FileContext {
  readonly zones: FileZones;
  /** Occurrences that another event replaces, by UID. */
  readonly moved: ReadonlyMap<string, readonly Property[]>;
}

function readEvent(component: Component, { moved, zones }: FileContext): CalendarEvent {
  const { zoneOf, wall, dates } = timesOf(zones);
  const dtstart = property(component, 'dtstart');
  if (!dtstart) throw new Unreadable('noStart');
  const zone = zoneOf(dtstart);
  const start = wall(dtstart[3], dtstart, zone);
  const durationMs = durationOf(component, dtstart, { start, zone, times: { zoneOf, wall } });
  if (durationMs < 0) throw new Unreadable('endsEarly');
  const isMoved = property(component, 'recurrence-id') !== undefined;
  const rrule = isMoved ? undefined : property(component, 'rrule');
  const rule = rrule ? readRule(rawRule(rrule), start, zone) : null;
  if (rule && durationMs > MAX_REPEATED_MS) throw new Unreadable('tooLong');
  const uid = textOf(component, 'uid');
  const elsewhere = isMoved ? [] : (moved.get(uid) ?? []);
  return {
    zone,
    start,
    durationMs,
    rule,
    extra: dates(component, 'rdate', zone),
    excluded: new Set([...dates(component, 'exdate', zone), ...elsewhere.map((p) => wall(p[3], p, zone))]),
  };
}

/** Occurrences that another event of the file replaces, by UID. */
function movedStarts(components: readonly Component[]): ReadonlyMap<string, readonly Property[]> {
  const moved = new Map<string, Property[]>();
  for (const component of components) {
    const id = property(component, 'recurrence-id');
    if (!id) continue;
    const uid = textOf(component, 'uid');
    moved.set(uid, [...(moved.get(uid) ?? []), id]);
  }
  return moved;
}

interface RawRule {
  readonly freq: string;
  readonly interval?: number;
  readonly count?: number;
  readonly until?: string;
  readonly wkst?: number | string;
  readonly [part: string]: unknown;
}
function rawRule([, , , value]: Property): RawRule {
  if (!isRawRule(value)) throw new Unreadable('badPart', 'RRULE');
  return value;
}
const isRawRule = (value: unknown): value is RawRule =>
  typeof value === 'object' && value !== null && 'freq' in value && typeof value.freq === 'string';
const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];

function readRule(raw: RawRule, start: number, zone: string): Recurrence {
  const frequency = FREQUENCIES.find((name) => name === raw.freq);
  if (!frequency) throw new Unreadable('tooOften', raw.freq);
  if (raw.count !== undefined && raw.until !== undefined) throw new Unreadable('countAndUntil');
  const numbers = (part: string, min: number, max: number): readonly number[] => {
    const values = [raw[part] ?? []].flat().map(Number);
    const bad = values.find(
      (n) => !Number.isInteger(n) || Math.abs(n) > max || n < min || (min < 0 && n === 0),
    );
    if (bad !== undefined) throw new Unreadable('badPart', `${part.toUpperCase()} ${bad}`);
    return values;
  };
  const wkst = typeof raw.wkst === 'number' ? raw.wkst - 1 : WEEKDAYS.indexOf(raw.wkst ?? 'MO');
  const rule: Recurrence = {
    frequency,
    interval: Math.max(1, Math.trunc(raw.interval ?? 1)),
    until: raw.until === undefined ? Infinity : untilOf(raw.until, zone),
    weekStart: Math.max(0, wkst),
    months: numbers('bymonth', 1, 12),
    weekNumbers: numbers('byweekno', 1, 53),
    yearDays: numbers('byyearday', -366, 366),
    monthDays: numbers('bymonthday', -31, 31),
    weekdays: [raw['byday'] ?? []].flat().map(weekdayOf),
    hours: numbers('byhour', 0, 23),
    minutes: numbers('byminute', 0, 59),
    seconds: numbers('bysecond', 0, 59),
    positions: numbers('bysetpos', -400, 400),
  };
  if (raw.count === undefined) return rule;
  if (raw.count > MAX_COUNT) throw new Unreadable('tooManyTimes', MAX_COUNT);
  const last = nthStart(rule, start, raw.count);
  if (last === null) throw new Unreadable('tooRare');
  return { ...rule, until: last };
}

function weekdayOf(value: unknown): WeekdayRule {
  const [, nth = '', name = ''] = /^([+-]?\d{1,2})?(SU|MO|TU|WE|TH|FR|SA)$/.exec(String(value)) ?? [];
  if (name === '') throw new Unreadable('badPart', `BYDAY ${String(value)}`);
  return { weekday: WEEKDAYS.indexOf(name), nth: Number(nth) };
}

/** A date means the whole day. */
const untilOf = (value: string, zone: string): number =>
  value.includes('T') ? wallText(value, zone) : wallText(value, zone) + DAY_MS - 1;

function durationOf(
  component: Component,
  dtstart: Property,
  { start, zone, times: { zoneOf, wall } }: DatedStart,
): number {
  const dtend = property(component, 'dtend');
  if (dtend) {
    const endZone = zoneOf(dtend);
    const end = wall(dtend[3], dtend, endZone);
    return endZone === zone ? end - start : instantOf(end, endZone) - instantOf(start, zone);
  }
  const duration = textOf(component, 'duration');
  if (duration === '') return dtstart[2] === 'date' ? DAY_MS : 0;
  return ICAL.Duration.fromString(duration).toSeconds() * 1000;
}

interface DatedStart {
  readonly start: number;
  readonly zone: string;
  readonly times: Pick<Times, 'zoneOf' | 'wall'>;
}
interface Times {
  /** Of a property. @throws Unreadable for an unknown one: taking it for UTC would be hours off, silently. */
  readonly zoneOf: (property: Property) => string;
  /** A time of a property, by the clock of the event's zone. */
  readonly wall: (value: unknown, from: Property, zone: string) => number;
  /** All values of the properties of a name. */
  readonly dates: (component: Component, name: string, zone: string) => readonly number[];
}

/** Reads the times of one file. */
function timesOf(zones: FileZones): Times {
  const zoneOf = ([, parameters, , value]: Property): string => {
    const tzid = parameters['tzid'];
    if (tzid === undefined) return typeof value === 'string' && value.endsWith('Z') ? 'UTC' : zones.floating;
    const zone = typeof tzid === 'string' ? zones.find(tzid) : null;
    if (zone === null) throw new Unreadable('badZone', typeof tzid === 'string' ? tzid : '');
    return zone;
  };
  const wall = (value: unknown, from: Property, zone: string): number => {
    const own = zoneOf(from);
    const time = wallText(String(value), own);
    return own === zone || from[1]['tzid'] === undefined
      ? wallText(String(value), zone)
      : wallOf(instantOf(time, own), zone);
  };
  const dates = (component: Component, name: string, zone: string): readonly number[] => {
    const found: number[] = [];
    for (const each of component[1]) {
      if (each[0] !== name) continue;
      for (const value of each.slice(3))
        found.push(wall(Array.isArray(value) ? value[0] : value, each, zone));
    }
    if (found.length > MAX_DATES) throw new Unreadable('tooManyDates', MAX_DATES);
    return found;
  };
  return { zoneOf, wall, dates };
}
/** `2026-06-01`, `2026-06-01T08:00:00` (of the zone) or with a Z (UTC). */
function wallText(value: string, zone: string): number {
  const time = Date.parse(value.endsWith('Z') || !value.includes('T') ? value : `${value}Z`);
  if (!Number.isFinite(time)) throw new Unreadable('badTime', value);
  return value.endsWith('Z') ? wallOf(time, zone) : time;
}

const property = ([, properties]: Component, name: string): Property | undefined =>
  properties.find(([each]) => each === name);
function textOf(component: Component, name: string): string {
  const value = property(component, name)?.[3];
  return typeof value === 'string' ? value : '';
}

function costOf({ rule, durationMs, extra }: CalendarEvent): number {
  if (!rule) return 1 + extra.length;
  const { hours, minutes, seconds, frequency } = rule;
  const each = (list: readonly number[]): number => Math.max(1, list.length);
  const perDay = (frequency === 'HOURLY' ? 24 : each(hours)) * each(minutes) * each(seconds);
  const days = frequency === 'YEARLY' ? 366 : frequency === 'MONTHLY' ? 31 : 7;
  return (days + durationMs / DAY_MS) * perDay + extra.length;
}
