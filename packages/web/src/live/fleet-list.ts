import {
  compareKeys,
  compileFilter,
  narrows,
  type DeviceFilter,
  type FilterSubject,
  type SortKey,
} from '@rastro/fleet';
import { FIRST_QUERY } from './first-query.ts';
import type { FleetCounts, FleetNames, ListQuery, ListSection } from './fleet.ts';
import { levelsOf, SectionCounter, type ListLevels } from './list-levels.ts';
import { inKeyOrder, SortedSlots } from './list-order.ts';
import { compareNames, nameKey } from './name-order.ts';
import { TableCursor } from './table-cursor.ts';
import type { VehicleTable } from './vehicle-table.ts';

/**
 * Answers the list: which vehicles match, in which order. Keeps the order of names and the asked order;
 * an update looks at changed vehicles alone.
 */
export class FleetList {
  readonly #table: VehicleTable;
  readonly #cursor: TableCursor;
  #query: ListQuery = FIRST_QUERY;
  #levels: ListLevels = levelsOf(FIRST_QUERY);
  #matches: (subject: FilterSubject) => boolean;
  #matching = new Uint8Array(0);
  /** Undefined = the slot is free. */
  #names: (string | undefined)[] = [];
  #nameKeys: (string | null)[] = [];
  #nameRank = new Int32Array(0);
  /** By level, by slot. */
  #keys: SortKey[][] = [];
  readonly #byName = new SortedSlots(
    (a, b) =>
      compareNames(
        this.#names[a] ?? '',
        this.#nameKeys[a] ?? null,
        this.#names[b] ?? '',
        this.#nameKeys[b] ?? null,
      ) || this.#idOf(a) - this.#idOf(b),
  );
  #order: SortedSlots;
  #ids: Int32Array = new Int32Array(0);
  #sections: readonly ListSection[] = [];

  constructor(table: VehicleTable) {
    this.#table = table;
    this.#cursor = new TableCursor(table);
    this.#matches = compileFilter(this.#query);
    this.#order = this.#orderFor(this.#levels);
  }

  get query(): ListQuery {
    return this.#query;
  }
  /** Ids that match, in order. A new array whenever it differs. */
  get ids(): Int32Array {
    return this.#ids;
  }
  /** Sections of the list, when the query groups. */
  get sections(): readonly ListSection[] {
    return this.#sections;
  }
  /** Slots of all vehicles by name. */
  get byName(): Int32Array {
    return this.#byName.slots;
  }
  /** True when every vehicle matches. */
  get isUnfiltered(): boolean {
    return narrows(filterOf(this.#query), filterOf(FIRST_QUERY));
  }
  isMatch(slot: number): boolean {
    return this.#matching[slot] === 1;
  }
  counts(): FleetCounts {
    const { total, moving, stopped, byStatus } = this.#table;
    return { total, online: byStatus[0], offline: byStatus[1], unknown: byStatus[2], moving, stopped };
  }

  setQuery(query: ListQuery): void {
    const [before, next] = [filterOf(this.#query), filterOf(query)];
    const isNarrower = narrows(before, next);
    const isSameFilter = isNarrower && narrows(next, before);
    const hasNewOrder = orderOf(query) !== orderOf(this.#query);
    this.#query = query;
    this.#levels = levelsOf(query);
    if (!isSameFilter) this.#select(isNarrower);
    if (hasNewOrder) this.#resort();
    this.#collect();
  }

  setAnchored(ids: readonly number[]): void {
    this.#cursor.anchored = new Set(ids);
    this.#select(false);
    this.#resort();
    this.#collect();
  }

  setNames(names: FleetNames): void {
    this.#cursor.names = names;
    this.#resort();
    this.#collect();
  }

  /** Takes the changed slots in. @returns Whether the answer differs. */
  update(changed: readonly number[]): boolean {
    this.#fit();
    const renamed: number[] = [];
    const moved: number[] = [];
    let differs = false;
    for (const slot of changed) {
      const name = this.#table.devices[slot]?.name;
      const isRenamed = name !== this.#names[slot];
      if (isRenamed) {
        renamed.push(slot);
        this.#names[slot] = name;
        this.#nameKeys[slot] = name === undefined ? null : nameKey(name);
      }
      if (this.#readKeys(slot) || isRenamed) moved.push(slot);
      const matches = this.#cursor.at(slot) && this.#matches(this.#cursor) ? 1 : 0;
      if (matches !== this.#matching[slot] || (isRenamed && matches === 1)) differs = true;
      this.#matching[slot] = matches;
    }
    if (renamed.length > 0) this.#rename(renamed);
    if (moved.length > 0) {
      this.#order.move(moved, (slot) => this.#table.ids[slot] !== 0);
      differs ||= moved.some((slot) => this.#matching[slot] === 1);
    }
    if (differs) this.#collect();
    return differs;
  }

  #select(isNarrower: boolean): void {
    const query = this.#query;
    this.#matches = compileFilter(query);
    this.#fit();
    for (let slot = 0; slot < this.#table.end; slot++) {
      if (isNarrower && this.#matching[slot] === 0) continue;
      this.#matching[slot] = this.#cursor.at(slot) && this.#matches(this.#cursor) ? 1 : 0;
    }
  }

  #rename(slots: readonly number[]): void {
    this.#byName.move(slots, (slot) => this.#table.ids[slot] !== 0);
    const order = this.#byName.slots;
    for (let rank = 0; rank < order.length; rank++) this.#nameRank[order[rank] as number] = rank;
  }

  /** Starts from the order of names, which decides among equals; the first level is put in order last. */
  #resort(): void {
    const { levels, nameSign } = this.#levels;
    this.#keys = levels.map(() => []);
    for (let slot = 0; slot < this.#table.end; slot++) this.#readKeys(slot);
    this.#order = this.#orderFor(this.#levels);
    const byName = this.#byName.slots;
    let slots: Int32Array = nameSign === -1 ? byName.toReversed() : byName.slice();
    for (const [at, { how }] of [...levels.entries()].toReversed()) {
      slots = inKeyOrder(slots, this.#keys[at] ?? [], how);
    }
    this.#order.start(slots);
  }

  #orderFor({ levels, nameSign }: ListLevels): SortedSlots {
    const hows = levels.map(({ how }) => how);
    return new SortedSlots((a, b) => {
      for (const [level, how] of hows.entries()) {
        const keys = this.#keys[level];
        const order = compareKeys(keys?.[a] ?? null, keys?.[b] ?? null, how);
        if (order !== 0) return order;
      }
      return ((this.#nameRank[a] ?? 0) - (this.#nameRank[b] ?? 0)) * nameSign;
    });
  }

  /** @returns Whether any of them is another now. */
  #readKeys(slot: number): boolean {
    const isThere = this.#cursor.at(slot);
    let differs = false;
    for (const [level, { keyOf }] of this.#levels.levels.entries()) {
      const key = isThere ? keyOf(this.#cursor) : null;
      const keys = (this.#keys[level] ??= []);
      differs ||= key !== keys[slot];
      keys[slot] = key;
    }
    return differs;
  }
  #idOf(slot: number): number {
    return this.#table.ids[slot] ?? 0;
  }

  #collect(): void {
    const { slots } = this.#order;
    const ids = new Int32Array(slots.length);
    const counter = new SectionCounter(this.#query.grouping);
    let count = 0;
    for (let at = 0; at < slots.length; at++) {
      const slot = slots[at] as number;
      if (this.#matching[slot] !== 1) continue;
      ids[count++] = this.#table.ids[slot] as number;
      if (this.#cursor.at(slot)) counter.take(this.#cursor);
    }
    this.#ids = ids.slice(0, count);
    this.#sections = counter.end();
  }

  #fit(): void {
    if (this.#matching.length >= this.#table.capacity) return;
    const matching = new Uint8Array(this.#table.capacity);
    matching.set(this.#matching);
    this.#matching = matching;
    const rank = new Int32Array(this.#table.capacity);
    rank.set(this.#nameRank);
    this.#nameRank = rank;
  }
}

/** The part of the query that decides which devices match: the order does not. */
function filterOf({ sort: _, second: _second, grouping: _grouping, ...filter }: ListQuery): DeviceFilter {
  return filter;
}
const orderOf = ({ sort, second, grouping }: ListQuery): string => [sort, second, grouping].join(' ');
