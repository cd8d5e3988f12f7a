import {
  chooseCombined,
  COMBINED_FILTERS,
  FIRST_SORT,
  readSort,
  statusAndMotion,
  type AdvancedFilter,
  type DeviceSort,
  type MotionChoice,
} from '@rastro/fleet';
import {
  NONE_CHOSEN,
  readChosen,
  writeChosen,
  type ChosenVehicles,
} from '../../../kernel/fleet/chosen-address.ts';
import { GROUPINGS, type Grouping, type ListQuery } from '../../../live/fleet.ts';

/** Choices of the user in the list; stored in the URL. */
export interface ListChoice extends MotionChoice {
  readonly text: string;
  readonly sort: DeviceSort;
  /** The order among those that are equal. */
  readonly second: DeviceSort | null;
  /** Grouping of the wide list. */
  readonly grouping: Grouping | null;
  /** Value of `device.state`; null = any. */
  readonly state: string | null;
  readonly hidden: readonly string[];
  readonly onlyId: number | null;
  /** Only what the user has starred. */
  readonly favourites: boolean;
  /** This group and all below it. */
  readonly groupId: number | null;
  /** These vehicles and groups alone, as an overview is about them; nothing chosen = all. */
  readonly chosen: ChosenVehicles;
  /** Only vehicles in this geofence; null = anywhere. */
  readonly insideId: number | null;
  readonly advanced: AdvancedFilter;
}
export const FIRST_CHOICE: ListChoice = {
  ...chooseCombined('all'),
  text: '',
  sort: FIRST_SORT,
  second: null,
  grouping: null,
  state: null,
  hidden: [],
  onlyId: null,
  favourites: false,
  groupId: null,
  chosen: NONE_CHOSEN,
  insideId: null,
  advanced: {},
};

/** Advanced filters by their name in the address. @source docs/reference/requirements.md SPEC §4 "Advanced filter" */
export const CLAIMS = ['anchor', 'driver', 'ignition', 'blocked'] as const;
export const TRACKER_FIELDS = {
  gpsBrand: 'gps_brand',
  gpsModel: 'gps_model',
  technology: 'technology',
} as const;
export type TrackerFieldName = keyof typeof TRACKER_FIELDS;
export const TRACKER_FIELD_NAMES = Object.keys(TRACKER_FIELDS) as readonly TrackerFieldName[];

/** Every name that the choice has in an address. */
const NAMES = [
  'filter',
  'q',
  'sort',
  'then',
  'by',
  'motion',
  'state',
  'hide',
  'only',
  'fav',
  'group',
  'devices',
  'groups',
  'inside',
  ...CLAIMS,
  ...Object.values(TRACKER_FIELDS),
];
export const holdsChoice = (search: URLSearchParams): boolean => NAMES.some((name) => search.has(name));

/** Ids behind the names in a choice. */
export interface ChosenSets {
  /** The chosen group and all below it; null = no group is chosen. */
  readonly groupIds: readonly number[] | null;
  readonly favourites: ReadonlySet<number>;
  /** Chosen vehicles, and chosen groups with all below them; null = all. */
  readonly among: ChosenVehicles | null;
}
export const NO_SETS: ChosenSets = { groupIds: null, favourites: new Set(), among: null };

/** @param isWide The list has room for sections. */
export function toListQuery(
  choice: ListChoice,
  { groupIds, favourites, among }: ChosenSets,
  isWide = false,
): ListQuery {
  const { text, sort, second, grouping, state, hidden, onlyId, insideId, advanced } = choice;
  return {
    ...statusAndMotion(choice),
    text: text.trim(),
    sort,
    ...(second !== null && { second }),
    ...(isWide && grouping !== null && { grouping }),
    ...(state !== null && { state }),
    ...(hidden.length > 0 && { hiddenCategories: hidden }),
    ...(onlyId !== null && { onlyId }),
    ...(choice.favourites && { chosenIds: [...favourites] }),
    ...(groupIds !== null && { groupIds }),
    ...(among !== null && { among }),
    ...(insideId !== null && { insideId }),
    ...(Object.keys(advanced).length > 0 && { advanced }),
  };
}

/** Does a query leave anything out? */
export function isNarrowing({ text, status, motion, ...further }: ListQuery): boolean {
  const {
    state,
    hiddenCategories = [],
    onlyId,
    chosenIds,
    groupIds,
    among,
    insideId,
    advanced = {},
  } = further;
  return (
    text !== '' ||
    status !== 'all' ||
    motion !== 'all' ||
    hiddenCategories.length > 0 ||
    [state, onlyId, chosenIds, groupIds, among, insideId, ...Object.values(advanced)].some(
      (value) => value !== undefined,
    )
  );
}

/** Number of active filters that the tiles and the search field do not show. */
export function furtherFilters(choice: ListChoice): number {
  const { filter, motionOnly, state, hidden, onlyId, groupId, advanced } = choice;
  const isOn = [
    motionOnly && filter !== 'moving',
    state !== null,
    hidden.length > 0,
    onlyId !== null,
    choice.favourites,
    groupId !== null,
  ];
  return isOn.filter(Boolean).length + Object.keys(advanced).length;
}

/** Takes one member of the advanced filter in, or out. */
export function withAdvanced<Name extends keyof AdvancedFilter>(
  advanced: AdvancedFilter,
  name: Name,
  value: AdvancedFilter[Name],
): AdvancedFilter {
  const { [name]: _, ...others } = advanced;
  return value === undefined ? others : { ...others, [name]: value };
}

/** Reads the choice out of an address; what is missing or unknown is the default. */
export function readChoice(search: URLSearchParams): ListChoice {
  const filter = COMBINED_FILTERS.find((name) => name === search.get('filter')) ?? FIRST_CHOICE.filter;
  const combined = chooseCombined(filter);
  const takesToggle = filter === 'online' || filter === 'offline' || filter === 'unknown';
  return {
    ...combined,
    motionOnly: combined.motionOnly || (takesToggle && search.get('motion') === '1'),
    text: search.get('q') ?? FIRST_CHOICE.text,
    sort: readSort(search.get('sort') ?? '') ?? FIRST_CHOICE.sort,
    second: readSort(search.get('then') ?? ''),
    grouping: GROUPINGS.find((each) => each === search.get('by')) ?? null,
    state: search.get('state') || null,
    hidden: search.getAll('hide').filter((name) => name !== ''),
    onlyId: readId(search.get('only')),
    favourites: search.get('fav') === '1',
    groupId: readId(search.get('group')),
    chosen: readChosen(search),
    insideId: readId(search.get('inside')),
    advanced: readAdvanced(search),
  };
}

function readId(text: string | null): number | null {
  const id = Number(text ?? '');
  return Number.isInteger(id) && id > 0 ? id : null;
}

function readAdvanced(search: URLSearchParams): AdvancedFilter {
  let advanced: AdvancedFilter = {};
  for (const name of CLAIMS) {
    const value = search.get(name);
    if (value === '1' || value === '0') advanced = withAdvanced(advanced, name, value === '1');
  }
  for (const name of TRACKER_FIELD_NAMES) {
    advanced = withAdvanced(advanced, name, search.get(TRACKER_FIELDS[name]) || undefined);
  }
  return advanced;
}

/** Writes the choice into an address and keeps its other parameters; defaults leave no trace. */
export function writeChoice(search: URLSearchParams, choice: ListChoice): URLSearchParams {
  const next = new URLSearchParams(search);
  const put = (name: string, value: string | null): void =>
    value === null || value === '' ? next.delete(name) : next.set(name, value);
  const unless = (first: string, value: string): string | null => (value === first ? null : value);
  const { filter, motionOnly, advanced } = choice;
  put('filter', unless(FIRST_CHOICE.filter, filter));
  put('motion', motionOnly && filter !== 'moving' ? '1' : null);
  put('q', choice.text);
  put('sort', unless(FIRST_CHOICE.sort, choice.sort));
  put('then', choice.second);
  put('by', choice.grouping);
  put('state', choice.state);
  next.delete('hide');
  for (const name of choice.hidden) next.append('hide', name);
  put('only', choice.onlyId === null ? null : String(choice.onlyId));
  put('fav', choice.favourites ? '1' : null);
  put('group', choice.groupId === null ? null : String(choice.groupId));
  writeChosen(next, choice.chosen);
  put('inside', choice.insideId === null ? null : String(choice.insideId));
  for (const name of CLAIMS) {
    const value = advanced[name];
    put(name, value === undefined ? null : value ? '1' : '0');
  }
  for (const name of TRACKER_FIELD_NAMES) put(TRACKER_FIELDS[name], advanced[name] ?? null);
  return next;
}
