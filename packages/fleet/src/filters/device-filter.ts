import { DEVICE_ATTRIBUTES } from '../entities/device-attributes.ts';
import type { Device, DeviceStatus } from '../entities/device.ts';
import type { Position } from '../entities/position.ts';
import { searchWords } from './search-text.ts';

/**
 * Filter of devices; the others leave the list and the map.
 * @source docs/reference/requirements.md SPEC §4 "Filters"
 */
export interface DeviceFilter {
  /** Free text over every field and attribute; empty = all. */
  readonly text: string;
  readonly status: 'all' | DeviceStatus;
  readonly motion: 'all' | 'moving' | 'stopped';
  /** Value of the attribute `device.state`; absent = any. */
  readonly state?: string | undefined;
  /** Categories that are not shown; a device without one counts as `default`. */
  readonly hiddenCategories?: readonly string[] | undefined;
  /** Show this device alone. */
  readonly onlyId?: number | undefined;
  /** Show these alone. */
  readonly chosenIds?: readonly number[] | undefined;
  /** Show devices of these groups alone. */
  readonly groupIds?: readonly number[] | undefined;
  /** Show these devices, and those of these groups, alone. */
  readonly among?: DevicesAndGroups | undefined;
  /** Show those whose last place is in this geofence alone. */
  readonly insideId?: number | undefined;
  readonly advanced?: AdvancedFilter | undefined;
}

export interface DevicesAndGroups {
  readonly deviceIds: readonly number[];
  readonly groupIds: readonly number[];
}

/** Each member narrows; absent = any. @source docs/reference/requirements.md SPEC §4 "Advanced filter" */
export interface AdvancedFilter {
  readonly anchor?: boolean | undefined;
  readonly driver?: boolean | undefined;
  readonly ignition?: boolean | undefined;
  readonly blocked?: boolean | undefined;
  readonly gpsBrand?: string | undefined;
  readonly gpsModel?: string | undefined;
  readonly technology?: string | undefined;
}

/** A device as the filter sees it; read lazily, so a subject may be one view that moves over many devices. */
export interface FilterSubject {
  readonly device: Device;
  /** null = it never reported one. */
  readonly position: Position | null;
  /** It has an anchor now. */
  readonly isAnchored: boolean;
  /** Result of `searchText`. */
  readonly searchText: string;
}

type Test = (subject: FilterSubject) => boolean;

/**
 * Attributes of a device, by the member of the advanced filter that uses them.
 * @source docs/reference/requirements.md SPEC §3 "Device"
 */
export const FILTERED_ATTRIBUTES = {
  gpsBrand: DEVICE_ATTRIBUTES.gpsBrand,
  gpsModel: DEVICE_ATTRIBUTES.gpsModel,
  technology: DEVICE_ATTRIBUTES.technology,
} as const;
export const STATE_ATTRIBUTE = DEVICE_ATTRIBUTES.state;
const DEFAULT_CATEGORY = 'default';

export const categoryOf = ({ category }: Pick<Device, 'category'>): string =>
  category === null || category === '' ? DEFAULT_CATEGORY : category;

/** Makes the test of one filter; the cheap conditions come first, the text last. */
export function compileFilter(filter: DeviceFilter): Test {
  const tests: readonly Test[] = [
    ...statusTests(filter),
    ...deviceTests(filter),
    ...amongTests(filter),
    ...advancedTests(filter.advanced ?? {}),
    ...textTests(filter.text),
  ];
  return (subject) => tests.every((test) => test(subject));
}

/** True when every match of `next` is a match of `before`, so that only those need a check. */
export function narrows(before: DeviceFilter, next: DeviceFilter): boolean {
  const { text: beforeText, ...beforeRest } = before;
  const { text: nextText, ...nextRest } = next;
  return nextText.startsWith(beforeText) && JSON.stringify(beforeRest) === JSON.stringify(nextRest);
}

/**
 * Moving whatever the status; stopped = online and not moving.
 * @source docs/reference/requirements.md SPEC §4 "Combined filter"
 */
function statusTests({ status, motion }: DeviceFilter): Test[] {
  const tests: Test[] = [];
  if (status !== 'all') tests.push(({ device }) => device.status === status);
  if (motion === 'moving') tests.push(isMoving);
  if (motion === 'stopped') tests.push((subject) => subject.device.status === 'online' && !isMoving(subject));
  return tests;
}

const isMoving: Test = ({ position }) => position?.attributes['motion'] === true;

function deviceTests({ onlyId, chosenIds, state, hiddenCategories = [], groupIds }: DeviceFilter): Test[] {
  const tests: Test[] = [];
  if (onlyId !== undefined) tests.push(({ device }) => device.id === onlyId);
  if (chosenIds !== undefined) {
    const chosen = new Set(chosenIds);
    tests.push(({ device }) => chosen.has(device.id));
  }
  if (state !== undefined) tests.push(({ device }) => device.attributes[STATE_ATTRIBUTE] === state);
  if (hiddenCategories.length > 0) {
    const hidden = new Set(hiddenCategories);
    tests.push(({ device }) => !hidden.has(categoryOf(device)));
  }
  if (groupIds !== undefined) {
    const groups = new Set(groupIds);
    tests.push(({ device }) => groups.has(device.groupId));
  }
  return tests;
}

function amongTests({ among, insideId }: DeviceFilter): Test[] {
  const tests: Test[] = [];
  if (among !== undefined) {
    const [devices, groups] = [new Set(among.deviceIds), new Set(among.groupIds)];
    tests.push(({ device }) => devices.has(device.id) || groups.has(device.groupId));
  }
  if (insideId !== undefined)
    tests.push(({ position }) => position?.geofenceIds?.includes(insideId) === true);
  return tests;
}

function advancedTests(wanted: AdvancedFilter): Test[] {
  const tests: Test[] = [];
  const onPosition = (value: boolean | undefined, holds: (position: Position) => boolean): void => {
    if (value === undefined) return;
    // A reading that the device never sent does not match.
    tests.push(({ position }) => (position !== null && holds(position)) === value);
  };
  if (wanted.anchor !== undefined) tests.push(({ isAnchored }) => isAnchored === wanted.anchor);
  onPosition(wanted.driver, hasDriver);
  onPosition(wanted.ignition, ({ attributes }) => attributes['ignition'] === true);
  onPosition(wanted.blocked, ({ attributes }) => attributes['blocked'] === true);
  for (const name of ['gpsBrand', 'gpsModel', 'technology'] as const) {
    const value = wanted[name];
    if (value !== undefined)
      tests.push(({ device }) => device.attributes[FILTERED_ATTRIBUTES[name]] === value);
  }
  return tests;
}

const hasDriver = ({ attributes }: Position): boolean => {
  const driver = attributes['driverUniqueId'];
  return typeof driver === 'string' && driver !== '';
};

function textTests(text: string): Test[] {
  const words = searchWords(text);
  if (words.length === 0) return [];
  return [
    (subject) => {
      const all = subject.searchText;
      return words.every((word) => all.includes(word));
    },
  ];
}
