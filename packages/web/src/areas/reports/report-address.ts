import {
  DRIVING_EVENT_KINDS,
  EVENT_TYPES,
  FUELING_TYPES,
  INACTIVE_REASONS,
  LINES_BY_OTHERS,
  type DrivingEventKind,
  type EventType,
  type FuelingType,
  type InactiveReason,
  type LinesByOther,
} from '@rastro/fleet';
import { OVERVIEW_KINDS, type OverviewKind } from '@rastro/fleet/figures';
import { readPeriod, writePeriod, type PeriodChoice } from '../../kernel/period/period.ts';

export const GROUPINGS = ['none', 'day', 'vehicle'] as const;
export type Grouping = (typeof GROUPINGS)[number];
export interface RowSort {
  readonly column: string;
  readonly isDown: boolean;
}

/** Hours and days that a report is limited to, by the start of each row. */
export interface ReportHours {
  /** 1 = Monday; none = all of them. */
  readonly weekdays: readonly number[];
  /** `08:30`, by quarters; '' = from the begin, or to the end, of the day. The end before the begin = over midnight. */
  readonly fromHour: string;
  readonly toHour: string;
  /** 0 = none. */
  readonly calendarId: number;
}
export const ALL_HOURS: ReportHours = { weekdays: [], fromHour: '', toHour: '', calendarId: 0 };
/** @returns whether it narrows anything. */
export const isNarrowed = ({ weekdays, fromHour, toHour, calendarId }: ReportHours): boolean =>
  weekdays.length > 0 || fromHour !== '' || toHour !== '' || calendarId > 0;

/** All that a link to a report carries. */
export interface ReportAddress {
  /** Empty = all vehicles. */
  readonly deviceIds: readonly number[];
  readonly groupIds: readonly number[];
  readonly period: PeriodChoice;
  readonly daily: boolean;
  /** A line for each of them; null = for each vehicle. */
  readonly by: LinesByOther | null;
  /** Identifier of a driver whose rows are wanted alone; '' = of all. */
  readonly driver: string;
  readonly eventTypes: readonly EventType[];
  /** Fills, drains; none named = both. No report has both kinds of types. */
  readonly fuelingTypes: readonly FuelingType[];
  /** Kinds of driving events; none named = all. */
  readonly drivingEvents: readonly DrivingEventKind[];
  /** Of inactive vehicles; none named = all. */
  readonly reasons: readonly InactiveReason[];
  /** Widgets whose figures are wanted; none named = all. */
  readonly widgets: readonly OverviewKind[];
  readonly geofenceIds: readonly number[];
  readonly hours: ReportHours;
  readonly grouping: Grouping;
  /** null = as they come: vehicle after vehicle, in order of time. */
  readonly sort: RowSort | null;
  /** null = those that the report shows by itself. */
  readonly columns: readonly string[] | null;
  readonly hasMarkers: boolean;
  /** It is loaded as soon as it is opened. */
  readonly isAsked: boolean;
}

export function readReport(search: URLSearchParams): ReportAddress {
  const sort = search.get('sort') ?? '';
  const columns = listIn(search, 'columns').filter((id) => /^\w+$/.test(id));
  return {
    deviceIds: idsIn(search, 'devices'),
    groupIds: idsIn(search, 'groups'),
    period: readPeriod(search),
    daily: search.get('daily') === '1',
    by: LINES_BY_OTHERS.find((name) => name === search.get('by')) ?? null,
    driver: search.get('driver') ?? '',
    eventTypes: EVENT_TYPES.filter((type) => listIn(search, 'types').includes(type)),
    fuelingTypes: FUELING_TYPES.filter((type) => listIn(search, 'types').includes(type)),
    drivingEvents: DRIVING_EVENT_KINDS.filter((kind) => listIn(search, 'types').includes(kind)),
    reasons: INACTIVE_REASONS.filter((reason) => listIn(search, 'types').includes(reason)),
    widgets: OVERVIEW_KINDS.filter((kind) => listIn(search, 'types').includes(kind)),
    geofenceIds: idsIn(search, 'geofences'),
    hours: {
      weekdays: idsIn(search, 'weekdays').filter((day) => day <= 7),
      fromHour: hourIn(search, 'fromHour'),
      toHour: hourIn(search, 'toHour'),
      calendarId: idsIn(search, 'calendar')[0] ?? 0,
    },
    grouping: GROUPINGS.find((name) => name === search.get('group')) ?? 'none',
    sort: /^-?\w+$/.test(sort) ? { column: sort.replace('-', ''), isDown: sort.startsWith('-') } : null,
    columns: columns.length > 0 ? columns : null,
    hasMarkers: search.get('markers') === '1',
    isAsked: search.get('run') === '1',
  };
}

/** Changes a part of an address; defaults leave no trace. */
export function writeReport(search: URLSearchParams, part: Partial<ReportAddress>): URLSearchParams {
  const put = (name: string, value: string): void => {
    if (value === '') search.delete(name);
    else search.set(name, value);
  };
  if (part.period) writePeriod(search, part.period);
  if (part.deviceIds) put('devices', part.deviceIds.join(','));
  if (part.groupIds) put('groups', part.groupIds.join(','));
  if (part.daily !== undefined) put('daily', part.daily ? '1' : '');
  if (part.by !== undefined) put('by', part.by ?? '');
  if (part.driver !== undefined) put('driver', part.driver);
  const types = [part.eventTypes, part.fuelingTypes, part.drivingEvents, part.reasons, part.widgets];
  // A word may be one of two kinds.
  if (types.some((each) => each !== undefined))
    put('types', [...new Set(types.flatMap((each): readonly string[] => each ?? []))].join(','));
  if (part.geofenceIds) put('geofences', part.geofenceIds.join(','));
  if (part.hours) {
    put('weekdays', part.hours.weekdays.join(','));
    put('fromHour', part.hours.fromHour);
    put('toHour', part.hours.toHour);
    put('calendar', part.hours.calendarId > 0 ? String(part.hours.calendarId) : '');
  }
  if (part.grouping) put('group', part.grouping === 'none' ? '' : part.grouping);
  if (part.sort !== undefined)
    put('sort', part.sort === null ? '' : `${part.sort.isDown ? '-' : ''}${part.sort.column}`);
  if (part.columns !== undefined) put('columns', part.columns?.join(',') ?? '');
  if (part.hasMarkers !== undefined) put('markers', part.hasMarkers ? '1' : '');
  if (part.isAsked !== undefined) put('run', part.isAsked ? '1' : '');
  return search;
}

const listIn = (search: URLSearchParams, name: string): readonly string[] =>
  (search.get(name) ?? '').split(',').filter((each) => each !== '');
/** By quarters, as the server takes them. */
const QUARTER = /^(?:[01]\d|2[0-3]):(?:00|15|30|45)$|^24:00$/;
function hourIn(search: URLSearchParams, name: string): string {
  const hour = search.get(name) ?? '';
  return QUARTER.test(hour) ? hour : '';
}
const idsIn = (search: URLSearchParams, name: string): readonly number[] =>
  [...new Set(listIn(search, name).map(Number))].filter((id) => Number.isSafeInteger(id) && id > 0);
