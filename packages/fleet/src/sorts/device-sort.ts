import { DEVICE_STATUSES } from '../entities/device.ts';
import { STATE_FACT, type FilterSubject } from '../filters/device-filter.ts';

/** @source SPEC §4 "Sorting"; `status` and `speed` are ours. */
export const SORT_FIELDS = [
  'name',
  'lastUpdate',
  'status',
  'speed',
  'state',
  'motion',
  'ignition',
  'locked',
  'driver',
  'alert',
  'anchor',
] as const;
export type SortField = (typeof SORT_FIELDS)[number];
/** Written 'field-direction'. */
export type DeviceSort = `${SortField}-${'asc' | 'desc'}`;
export const FIRST_SORT: DeviceSort = 'name-asc';

export interface SortSubject extends Pick<FilterSubject, 'device' | 'position' | 'isAnchored'> {
  /** `lastUpdate` in ms since 1970; NaN = never. */
  readonly lastUpdateAt: number;
}

/** What a device is ordered by; null = it has no value and comes last, whatever the direction. */
export type SortKey = number | string | null;

/**
 * Reads the key of one device. A true claim sorts before a false one, so `asc` shows what stands out first.
 * Names have no key here: they decide among equals, so their order is kept beside.
 */
export function sortKey(
  field: SortField,
  { device, position, isAnchored, lastUpdateAt }: SortSubject,
): SortKey {
  const { attributes = {} } = position ?? {};
  switch (field) {
    case 'name':
      return 0;
    case 'lastUpdate':
      return Number.isNaN(lastUpdateAt) ? null : lastUpdateAt;
    case 'status':
      return DEVICE_STATUSES.indexOf(device.status);
    case 'speed':
      return position === null || !Number.isFinite(position.speed) ? null : position.speed;
    case 'state':
      return textOf(device.attributes[STATE_FACT]);
    case 'driver':
      return textOf(attributes['driverUniqueId']);
    case 'motion':
      return claim(attributes['motion'] === true);
    case 'alert':
      return claim(typeof attributes['alarm'] === 'string');
    case 'ignition':
      return claim(attributes['ignition'] === true);
    case 'locked':
      return claim(attributes['blocked'] === true);
    case 'anchor':
      return claim(isAnchored);
  }
}

export interface KeyOrder {
  /** 1 = asc, -1 = desc; empty is last in both. */
  readonly sign: 1 | -1;
  /** How people order texts. */
  readonly compareText: (a: string, b: string) => number;
}

export function compareKeys(a: SortKey, b: SortKey, { sign, compareText }: KeyOrder): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  if (typeof a === 'string' || typeof b === 'string') return compareText(String(a), String(b)) * sign;
  return (a - b) * sign;
}

/** Different keys in order. Numbers alone go the fast way: typed arrays sort them without a comparison of ours. */
export function sortedKeys(keys: readonly SortKey[], how: KeyOrder): readonly SortKey[] {
  const numbers = keys.filter((key) => typeof key === 'number');
  const empty = keys.filter((key) => key === null);
  if (numbers.length + empty.length < keys.length) return keys.toSorted((a, b) => compareKeys(a, b, how));
  const sorted = Float64Array.from(numbers).sort();
  return [...(how.sign === 1 ? sorted : sorted.reverse()), ...empty];
}

export function fieldOf(sort: DeviceSort): SortField {
  return sort.slice(0, sort.lastIndexOf('-')) as SortField;
}

/** Reads a sort out of a text; null = it is none. */
export function readSort(text: string): DeviceSort | null {
  const [name, direction, ...rest] = text.split('-');
  const field = SORT_FIELDS.find((each) => each === name);
  if (field === undefined || rest.length > 0) return null;
  return direction === 'asc' || direction === 'desc' ? `${field}-${direction}` : null;
}

/** Choosing the same field again flips the direction. @source SPEC §4 "Sorting" */
export function nextSort(present: DeviceSort, field: SortField): DeviceSort {
  if (fieldOf(present) === field) return `${field}-${present.endsWith('-asc') ? 'desc' : 'asc'}`;
  // The newest contact and the fastest are what somebody looks for first.
  return field === 'lastUpdate' || field === 'speed' ? `${field}-desc` : `${field}-asc`;
}

const claim = (holds: boolean): number => (holds ? 0 : 1);
const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : null;
