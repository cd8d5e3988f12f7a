import { EVENT_TYPES, type EventType } from '@rastro/fleet';
import { readPeriod, writePeriod, type PeriodChoice } from '../../kernel/period/period.ts';

export const GROUPINGS = ['none', 'day', 'vehicle'] as const;
export type Grouping = (typeof GROUPINGS)[number];
export interface RowSort {
  readonly column: string;
  readonly isDown: boolean;
}

/** All that a link to a report carries. */
export interface ReportAddress {
  /** Nobody named = all vehicles. */
  readonly deviceIds: readonly number[];
  readonly groupIds: readonly number[];
  readonly period: PeriodChoice;
  readonly daily: boolean;
  readonly eventTypes: readonly EventType[];
  readonly geofenceIds: readonly number[];
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
    eventTypes: EVENT_TYPES.filter((type) => listIn(search, 'types').includes(type)),
    geofenceIds: idsIn(search, 'geofences'),
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
  if (part.eventTypes) put('types', part.eventTypes.join(','));
  if (part.geofenceIds) put('geofences', part.geofenceIds.join(','));
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
const idsIn = (search: URLSearchParams, name: string): readonly number[] =>
  [...new Set(listIn(search, name).map(Number))].filter((id) => Number.isSafeInteger(id) && id > 0);
