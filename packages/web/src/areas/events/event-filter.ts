import { EVENT_TYPES, foldText, searchWords, type EventType, type EventItem } from '@rastro/fleet';
import { PERIODS, type PeriodName } from './event-period.ts';

/** Filter of the list. Stored in the address. */
export interface EventFilter {
  readonly period: PeriodName;
  readonly type: EventType | null;
  readonly alarm: string | null;
  readonly deviceId: number | null;
  readonly text: string;
  /** Only what this user did not acknowledge yet. */
  readonly openOnly: boolean;
  /** Only alarms that wait for somebody. */
  readonly waitingOnly: boolean;
  /** Only alarms that somebody has acknowledged. */
  readonly seenOnly: boolean;
}
const NAMES = {
  period: 'period',
  type: 'type',
  alarm: 'alarm',
  deviceId: 'device',
  text: 'q',
  openOnly: 'open',
  waitingOnly: 'waiting',
  seenOnly: 'seen',
} as const satisfies Record<keyof EventFilter, string>;

export const NO_FILTER: Omit<EventFilter, 'period'> = {
  type: null,
  alarm: null,
  deviceId: null,
  text: '',
  openOnly: false,
  waitingOnly: false,
  seenOnly: false,
};

/** Reads the filter from an address; invalid values are ignored. */
export function readFilter(search: URLSearchParams): EventFilter {
  const type = EVENT_TYPES.find((name) => name === search.get(NAMES.type)) ?? null;
  const id = Number(search.get(NAMES.deviceId));
  return {
    period: PERIODS.find((name) => name === search.get(NAMES.period)) ?? PERIODS[0],
    type,
    alarm: type === null || type === 'alarm' ? search.get(NAMES.alarm) : null,
    deviceId: Number.isSafeInteger(id) && id > 0 ? id : null,
    text: search.get(NAMES.text) ?? '',
    openOnly: search.get(NAMES.openOnly) === '1',
    waitingOnly: search.get(NAMES.waitingOnly) === '1',
    seenOnly: search.get(NAMES.seenOnly) === '1',
  };
}

/** Writes a part of a filter into an address; what is the default is left out. */
export function writeFilter(search: URLSearchParams, part: Partial<EventFilter>): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const [field, name] of Object.entries(NAMES) as [keyof EventFilter, string][]) {
    if (!(field in part)) continue;
    const value = part[field];
    if (value === null || value === '' || value === false || value === PERIODS[0]) next.delete(name);
    else next.set(name, value === true ? '1' : String(value));
  }
  return next;
}

export const isNarrowed = (filter: EventFilter): boolean => {
  const { type, alarm, deviceId, text, openOnly, waitingOnly, seenOnly } = filter;
  const isOfSome = type !== null || alarm !== null || deviceId !== null || text.trim() !== '';
  return isOfSome || openOnly || waitingOnly || seenOnly;
};

/** Context that the filter needs besides the events. */
export interface FilterContext {
  /** The words by which an event is found, e.g. its vehicle and what happened. */
  readonly searchTextOf: (event: EventItem) => string;
  readonly isAcknowledged: (event: EventItem) => boolean;
  readonly isWaiting: (event: EventItem) => boolean;
  /** An alarm that somebody has acknowledged, for everybody. */
  readonly isSeen: (event: EventItem) => boolean;
}

/** The cheap conditions come first: words are put together only for what passed them. */
export function filterEvents(
  events: readonly EventItem[],
  filter: EventFilter,
  { searchTextOf, isAcknowledged, isWaiting, isSeen }: FilterContext,
): readonly EventItem[] {
  const { type, alarm, deviceId, openOnly, waitingOnly, seenOnly } = filter;
  const words = searchWords(filter.text);
  if (!isNarrowed(filter)) return events;
  return events.filter((event) => {
    if (type !== null && event.type !== type) return false;
    if (alarm !== null && !alarmsOf(event).includes(alarm)) return false;
    if (deviceId !== null && event.deviceId !== deviceId) return false;
    if (openOnly && isAcknowledged(event)) return false;
    if (waitingOnly && !isWaiting(event)) return false;
    if (seenOnly && !isSeen(event)) return false;
    if (words.length === 0) return true;
    const text = foldText(`${searchTextOf(event)} ${event.address ?? ''}`);
    return words.every((word) => text.includes(word));
  });
}

/** Values to choose from. */
export interface EventFacets {
  readonly types: readonly EventType[];
  readonly alarms: readonly string[];
}

export function facetsOf(events: readonly EventItem[]): EventFacets {
  const types = new Set(events.map(({ type }) => type));
  return {
    types: EVENT_TYPES.filter((type) => types.has(type)),
    alarms: [...new Set(events.flatMap(alarmsOf))].toSorted(),
  };
}

/** Several may be joined by commas (docs/reference/tracking-api.md §2.3). */
function alarmsOf({ type, attributes }: EventItem): readonly string[] {
  const { alarm } = attributes;
  return type === 'alarm' && typeof alarm === 'string' ? alarm.split(',').map((name) => name.trim()) : [];
}

const timeOf = ({ eventTime }: EventItem): number => Date.parse(eventTime);

/** Later first; of the same moment, the one that was stored later. */
export function newestFirst(events: readonly EventItem[]): readonly EventItem[] {
  return events
    .map((event) => ({ event, at: timeOf(event) }))
    .toSorted((a, b) => b.at - a.at || b.event.id - a.event.id)
    .map(({ event }) => event);
}

/**
 * Both together, newest first, each event once.
 * @param listed Newest first: a long list is not sorted again for each event that comes.
 * @param live In any order; what happened before `from` belongs to another list.
 */
export function mergeEvents(
  listed: readonly EventItem[],
  live: readonly EventItem[],
  from: Date,
): readonly EventItem[] {
  const known = new Set(listed.map(({ id }) => id));
  const fresh = newestFirst(live.filter((event) => !known.has(event.id) && timeOf(event) >= from.getTime()));
  const oldest = fresh.at(-1);
  if (oldest === undefined) return listed;
  // Late ones are among the first of the list: only that part is put in order again.
  const later = listed.findIndex((event) => timeOf(event) < timeOf(oldest));
  const head = later === -1 ? listed : listed.slice(0, later);
  return [...newestFirst([...fresh, ...head]), ...(later === -1 ? [] : listed.slice(later))];
}
