import { fieldOf, sortKey, type DeviceSort, type KeyOrder, type SortKey } from '@rastro/fleet';
import type { Grouping, ListQuery, ListSection } from './fleet.ts';
import { compareText } from './name-order.ts';
import type { TableCursor } from './table-cursor.ts';
import { VEHICLE_STATES, vehicleState } from './vehicle-state.ts';

/** One of the things that a list is ordered by, the first decides. */
export interface ListLevel {
  readonly how: KeyOrder;
  readonly keyOf: (cursor: TableCursor) => SortKey;
}
export interface ListLevels {
  readonly levels: readonly ListLevel[];
  /** Names decide among equals; -1 = backwards. */
  readonly nameSign: 1 | -1;
}

/** Levels of the order of a query. Names are hardly ever equal, so levels after the name are left out. */
export function levelsOf({ sort, second, grouping }: ListQuery): ListLevels {
  const sorts: DeviceSort[] =
    second === undefined || fieldOf(second) === fieldOf(sort) ? [sort] : [sort, second];
  const end = sorts.findIndex((each) => fieldOf(each) === 'name');
  const byName = sorts[end];
  const levels = (end === -1 ? sorts : sorts.slice(0, end)).map(levelOf);
  return {
    levels: grouping === undefined ? levels : [groupingLevel(grouping), ...levels],
    nameSign: byName === undefined ? 1 : signOf(byName),
  };
}

const signOf = (sort: DeviceSort): 1 | -1 => (sort.endsWith('-desc') ? -1 : 1);

function levelOf(sort: DeviceSort): ListLevel {
  const field = fieldOf(sort);
  return { how: { sign: signOf(sort), compareText }, keyOf: (cursor) => sortKey(field, cursor) };
}

/** Groups by name, those without one last; two of the same name stay apart by their ids. */
const groupingLevel = (grouping: Grouping): ListLevel => ({
  how: { sign: 1, compareText },
  keyOf:
    grouping === 'state'
      ? (cursor) => VEHICLE_STATES.indexOf(vehicleState(cursor))
      : (cursor) => {
          const { groupId } = cursor.device;
          return groupId === 0 ? null : `${cursor.groupName ?? ''} ${groupId}`;
        },
});

const sectionKey = (grouping: Grouping, cursor: TableCursor): ListSection['key'] =>
  grouping === 'state' ? vehicleState(cursor) : cursor.device.groupId;

/** Counts what stands together while a list is walked in order. */
export class SectionCounter {
  readonly sections: ListSection[] = [];
  readonly #grouping: Grouping | undefined;
  #key: ListSection['key'] | null = null;
  #count = 0;

  constructor(grouping: Grouping | undefined) {
    this.#grouping = grouping;
  }

  take(cursor: TableCursor): void {
    if (this.#grouping === undefined) return;
    const key = sectionKey(this.#grouping, cursor);
    if (key !== this.#key) this.end();
    this.#key = key;
    this.#count++;
  }
  end(): readonly ListSection[] {
    if (this.#key !== null) this.sections.push({ key: this.#key, count: this.#count });
    this.#key = null;
    this.#count = 0;
    return this.sections;
  }
}
