import { DEVICE_STATUSES, type Device, type Position } from '@rastro/fleet';
import type { AdvancedFilter, ListQuery } from './fleet.ts';
import { MapFlag } from './map-feed.ts';
import { searchWords } from './search-text.ts';
import type { VehicleTable } from './vehicle-table.ts';

export type Matches = (slot: number) => boolean;
type Test = (slot: number) => boolean;

/** Makes the test of one query; the cheap conditions come first, the text last. */
export function compileFilter(query: ListQuery, table: VehicleTable, anchored: ReadonlySet<number>): Matches {
  const tests: Test[] = [
    ...statusTests(query, table),
    ...deviceTests(query, table),
    ...advancedTests(query.advanced ?? {}, table, anchored),
  ];
  const words = searchWords(query.text);
  if (words.length > 0) {
    tests.push((slot) => {
      const text = table.text(slot);
      return words.every((word) => text.includes(word));
    });
  }
  return (slot) => table.ids[slot] !== 0 && tests.every((test) => test(slot));
}

/** True when every match of `next` is a match of `before`, so that only those need a look. */
export function narrows(before: ListQuery, next: ListQuery): boolean {
  const { text: beforeText, sort: _, ...beforeRest } = before;
  const { text: nextText, sort: __, ...nextRest } = next;
  return nextText.startsWith(beforeText) && JSON.stringify(beforeRest) === JSON.stringify(nextRest);
}

function statusTests(query: ListQuery, table: VehicleTable): Test[] {
  const tests: Test[] = [];
  const isMoving: Test = (slot) => ((table.flags[slot] ?? 0) & MapFlag.moving) !== 0;
  if (query.status !== 'all') {
    const wanted = DEVICE_STATUSES.indexOf(query.status);
    tests.push((slot) => table.status[slot] === wanted);
  }
  if (query.motion === 'moving') tests.push(isMoving);
  if (query.motion === 'stopped') tests.push((slot) => table.status[slot] === 0 && !isMoving(slot));
  return tests;
}

function deviceTests(query: ListQuery, table: VehicleTable): Test[] {
  const tests: Test[] = [];
  const onDevice = (test: (device: Device) => boolean): void => {
    tests.push((slot) => {
      const device = table.devices[slot];
      return device !== undefined && test(device);
    });
  };
  const { onlyId, state } = query;
  if (onlyId !== undefined) onDevice((device) => device.id === onlyId);
  if (state !== undefined) onDevice((device) => device.attributes['device.state'] === state);
  if (query.hiddenCategories !== undefined && query.hiddenCategories.length > 0) {
    const hidden = new Set(query.hiddenCategories);
    onDevice((device) => !hidden.has(device.category ?? 'default'));
  }
  if (query.groupIds !== undefined) {
    const groups = new Set(query.groupIds);
    onDevice((device) => groups.has(device.groupId));
  }
  return tests;
}

function advancedTests(
  wanted: AdvancedFilter,
  table: VehicleTable,
  anchored: ReadonlySet<number>,
): readonly Test[] {
  const tests: Test[] = [];
  const onPosition = (value: boolean | undefined, test: (position: Position) => boolean): void => {
    if (value === undefined) return;
    tests.push((slot) => {
      const position = table.positions[slot] ?? null;
      return (position !== null && test(position)) === value;
    });
  };
  const onAttribute = (value: string | undefined, name: string): void => {
    if (value === undefined) return;
    tests.push((slot) => table.devices[slot]?.attributes[name] === value);
  };
  if (wanted.anchor !== undefined) {
    tests.push((slot) => anchored.has(table.ids[slot] ?? 0) === wanted.anchor);
  }
  onPosition(wanted.driver, hasDriver);
  onPosition(wanted.ignition, (position) => position.attributes['ignition'] === true);
  onPosition(wanted.blocked, (position) => position.attributes['blocked'] === true);
  onAttribute(wanted.gpsBrand, 'device.gpsBrand');
  onAttribute(wanted.gpsModel, 'device.model');
  onAttribute(wanted.technology, 'device.technology');
  return tests;
}

const hasDriver = (position: Position): boolean => {
  const driver = position.attributes['driverUniqueId'];
  return typeof driver === 'string' && driver !== '';
};
