import type { AttributeValue } from '../entities/attributes.ts';
import { DEVICE_STATUSES } from '../entities/device.ts';
import { STATE_ATTRIBUTE, type FilterSubject } from '../filters/device-filter.ts';

/** @source docs/reference/requirements.md SPEC §4 "Sorting"; `status` and `speed` are ours. */
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
/** Columns of the wide list that the menu of the narrow one does not offer. */
const COLUMN_FIELDS = [
  'plate',
  'place',
  'geofences',
  'group',
  'model',
  'phone',
  'odometer',
  'hours',
  'fuel',
  'battery',
  'satellites',
] as const;
const NAMED_FIELDS = [...SORT_FIELDS, ...COLUMN_FIELDS] as const;
/** Prefix of custom attributes of a device. */
const OWN = 'own:';
export type SortField = (typeof NAMED_FIELDS)[number] | `own:${string}`;
/** Written 'field-direction'. */
export type DeviceSort = `${SortField}-${'asc' | 'desc'}`;
export const FIRST_SORT: DeviceSort = 'name-asc';

export interface SortSubject extends Pick<FilterSubject, 'device' | 'position' | 'isAnchored'> {
  /** `lastUpdate` in ms since 1970; NaN = never. */
  readonly lastUpdateAt: number;
  /** Formatted for users; null = none, or not set. */
  readonly plate: string | null;
  readonly groupName: string | null;
  readonly driverName: string | null;
  /** The address of its last place, else the town near it. */
  readonly placeName: string | null;
  /** Geofences that it is in. */
  readonly fenceNames: string | null;
}

/** Readings that a column shows, the first that there is. Odometers count further where no device has one. */
export const READINGS = {
  odometer: ['odometer', 'totalDistance'],
  hours: ['hours'],
  fuel: ['fuelLevel', 'fuel'],
  battery: ['batteryLevel', 'battery'],
  satellites: ['sat'],
} as const satisfies Partial<Record<SortField, readonly string[]>>;
export type Reading = keyof typeof READINGS;
const isReading = (field: string): field is Reading => field in READINGS;

/** The attribute that a reading is taken from. @returns null = the device sent none of them */
export function readingOf(
  name: Reading,
  attributes: Readonly<Record<string, AttributeValue>>,
): { readonly key: string; readonly value: AttributeValue } | null {
  for (const key of READINGS[name]) {
    const value = attributes[key];
    if (value !== undefined && value !== null && value !== '') return { key, value };
  }
  return null;
}

/** Sort key of a device; null = it has no value and comes last, in either direction. */
export type SortKey = number | string | null;

/**
 * Reads the key of one device. A true flag sorts before a false one, so `asc` puts exceptions first.
 * Names have no key here: they decide among equals, so their order is stored separately.
 */
export function sortKey(field: SortField, subject: SortSubject): SortKey {
  const { device, position, isAnchored, lastUpdateAt } = subject;
  const { attributes = {} } = position ?? {};
  if (isReading(field)) return keyOf(readingOf(field, attributes)?.value);
  switch (field) {
    case 'name':
      return 0;
    case 'lastUpdate':
      return Number.isNaN(lastUpdateAt) ? null : lastUpdateAt;
    case 'status':
      // Among online devices, moving ones come first, as in the list of states.
      return device.status === 'online' && attributes['motion'] !== true
        ? 0.5
        : DEVICE_STATUSES.indexOf(device.status);
    case 'speed':
      return position === null || !Number.isFinite(position.speed) ? null : position.speed;
    case 'state':
      return textOf(device.attributes[STATE_ATTRIBUTE]);
    case 'driver':
      return subject.driverName;
    case 'plate':
      return subject.plate;
    case 'group':
      return subject.groupName;
    case 'place':
      return subject.placeName;
    case 'geofences':
      return subject.fenceNames;
    case 'model':
      return textOf(device.model);
    case 'phone':
      return textOf(device.phone);
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
    default:
      return keyOf(device.attributes[field.slice(OWN.length)]);
  }
}

export interface KeyOrder {
  /** 1 = asc, -1 = desc; empty is last in both. */
  readonly sign: 1 | -1;
  /** Compares texts in the reader's language. */
  readonly compareText: (a: string, b: string) => number;
}

export function compareKeys(a: SortKey, b: SortKey, { sign, compareText }: KeyOrder): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  if (typeof a === 'string' || typeof b === 'string') return compareText(String(a), String(b)) * sign;
  return (a - b) * sign;
}

/** Sorts distinct keys. Numbers alone take the fast path: typed arrays sort them without a comparator. */
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

/** Parses a sort; null = not a sort. */
export function readSort(text: string): DeviceSort | null {
  const end = text.lastIndexOf('-');
  const direction = text.slice(end + 1);
  const field = readField(text.slice(0, Math.max(end, 0)));
  if (field === null) return null;
  return direction === 'asc' || direction === 'desc' ? `${field}-${direction}` : null;
}

function readField(text: string): SortField | null {
  if (text.startsWith(OWN) && text.length > OWN.length) return ownField(text.slice(OWN.length));
  return NAMED_FIELDS.find((each) => each === text) ?? null;
}

/** The field of an attribute of devices. */
export const ownField = (attribute: string): SortField => `own:${attribute}`;

/** Choosing the same field again flips the direction. @source docs/reference/requirements.md SPEC §4 "Sorting" */
export function nextSort(present: DeviceSort, field: SortField): DeviceSort {
  if (fieldOf(present) === field) return `${field}-${present.endsWith('-asc') ? 'desc' : 'asc'}`;
  // The newest contact and the highest speed are what users look for first.
  return field === 'lastUpdate' || field === 'speed' ? `${field}-desc` : `${field}-asc`;
}

const claim = (holds: boolean): number => (holds ? 0 : 1);
/** Numbers by size, other values as texts. */
const keyOf = (value: unknown): SortKey =>
  typeof value === 'number' ? (Number.isFinite(value) ? value : null) : textOf(value);
const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : null;
