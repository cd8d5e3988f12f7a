import { SORT_FIELDS, type ListQuery, type SortField } from '../../live/fleet.ts';

/** One choice for status and motion together. @source SPEC §4 "Combined filter" */
export const COMBINED_FILTERS = ['all', 'online', 'offline', 'moving', 'stopped', 'unknown'] as const;
export type CombinedFilter = (typeof COMBINED_FILTERS)[number];

/** What the person chose in the list; lives in the URL. */
export interface ListChoice {
  readonly filter: CombinedFilter;
  readonly text: string;
  readonly sort: ListQuery['sort'];
}
export const FIRST_CHOICE: ListChoice = { filter: 'all', text: '', sort: 'name-asc' };

/** Moving: any status, in motion. Stopped: online and not moving. Others: the status. @source SPEC §4 */
export function toListQuery({ filter, text, sort }: ListChoice): ListQuery {
  const query = { text: text.trim(), sort } as const;
  if (filter === 'moving') return { ...query, status: 'all', motion: 'moving' };
  if (filter === 'stopped') return { ...query, status: 'online', motion: 'stopped' };
  return { ...query, status: filter, motion: 'all' };
}

/** Reads the choice out of an address; what is missing or unknown is the default. */
export function readChoice(search: URLSearchParams): ListChoice {
  const filter = COMBINED_FILTERS.find((name) => name === search.get('filter'));
  const [field, direction] = (search.get('sort') ?? '').split('-');
  const sortField = SORT_FIELDS.find((name) => name === field);
  const isSort = sortField !== undefined && (direction === 'asc' || direction === 'desc');
  return {
    filter: filter ?? FIRST_CHOICE.filter,
    text: search.get('q') ?? FIRST_CHOICE.text,
    sort: isSort ? `${sortField}-${direction}` : FIRST_CHOICE.sort,
  };
}

/** Writes the choice into an address and keeps its other parameters; defaults leave no trace. */
export function writeChoice(search: URLSearchParams, choice: ListChoice): URLSearchParams {
  const next = new URLSearchParams(search);
  const put = (name: string, value: string, first: string): void =>
    value === first ? next.delete(name) : next.set(name, value);
  put('filter', choice.filter, FIRST_CHOICE.filter);
  put('q', choice.text, FIRST_CHOICE.text);
  put('sort', choice.sort, FIRST_CHOICE.sort);
  return next;
}

/** Choosing the same field again flips the direction. @source SPEC §4 "Sorting" */
export function nextSort(present: ListQuery['sort'], field: SortField): ListQuery['sort'] {
  const [presentField, direction] = present.split('-');
  if (presentField === field) return `${field}-${direction === 'asc' ? 'desc' : 'asc'}`;
  // The newest contact and the fastest are what somebody looks for first.
  return field === 'lastUpdate' || field === 'speed' ? `${field}-desc` : `${field}-asc`;
}
