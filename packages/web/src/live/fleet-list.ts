import {
  compareKeys,
  compileFilter,
  fieldOf,
  narrows,
  sortKey,
  type DeviceFilter,
  type DeviceSort,
  type KeyOrder,
  type FilterSubject,
  type SortKey,
} from '@rastro/fleet';
import { FIRST_QUERY } from './first-query.ts';
import type { FleetCounts, ListQuery } from './fleet.ts';
import { inKeyOrder, KeptOrder } from './list-order.ts';
import { compareNames, compareText, nameKey } from './name-order.ts';
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
  #field = fieldOf(FIRST_QUERY.sort);
  #matches: (subject: FilterSubject) => boolean;
  #matching = new Uint8Array(0);
  /** Undefined = the slot is free. */
  #names: (string | undefined)[] = [];
  #nameKeys: (string | null)[] = [];
  #nameRank = new Int32Array(0);
  #keys: SortKey[] = [];
  readonly #byName = new KeptOrder(
    (a, b) =>
      compareNames(
        this.#names[a] ?? '',
        this.#nameKeys[a] ?? null,
        this.#names[b] ?? '',
        this.#nameKeys[b] ?? null,
      ) || this.#idOf(a) - this.#idOf(b),
  );
  #order: KeptOrder;
  #ids: Int32Array = new Int32Array(0);

  constructor(table: VehicleTable) {
    this.#table = table;
    this.#cursor = new TableCursor(table);
    this.#matches = compileFilter(this.#query);
    this.#order = this.#orderFor(this.#query);
  }

  get query(): ListQuery {
    return this.#query;
  }
  /** Ids that match, in order. A new array whenever it differs. */
  get ids(): Int32Array {
    return this.#ids;
  }
  /** Slots of all vehicles by name. */
  get byName(): Int32Array {
    return this.#byName.slots;
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
    const hasNewOrder = query.sort !== this.#query.sort;
    this.#query = query;
    this.#field = fieldOf(query.sort);
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
      const key = this.#keyOf(slot);
      if (isRenamed || key !== this.#keys[slot]) moved.push(slot);
      this.#keys[slot] = key;
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

  /** Starts from the order of names, which decides among equals. */
  #resort(): void {
    const { sort } = this.#query;
    const byName = this.#byName.slots;
    for (let slot = 0; slot < this.#table.end; slot++) this.#keys[slot] = this.#keyOf(slot);
    this.#order = this.#orderFor(this.#query);
    if (this.#field === 'name')
      this.#order.start(sort === 'name-desc' ? byName.toReversed() : byName.slice());
    else this.#order.start(inKeyOrder(byName, this.#keys, howOf(sort)));
  }

  #orderFor({ sort }: ListQuery): KeptOrder {
    const how = howOf(sort);
    const nameSign = fieldOf(sort) === 'name' ? how.sign : 1;
    const byRank = (a: number, b: number): number =>
      ((this.#nameRank[a] ?? 0) - (this.#nameRank[b] ?? 0)) * nameSign;
    return new KeptOrder(
      (a, b) => compareKeys(this.#keys[a] ?? null, this.#keys[b] ?? null, how) || byRank(a, b),
    );
  }

  #keyOf(slot: number): SortKey {
    return this.#cursor.at(slot) ? sortKey(this.#field, this.#cursor) : null;
  }
  #idOf(slot: number): number {
    return this.#table.ids[slot] ?? 0;
  }

  #collect(): void {
    const { slots } = this.#order;
    const ids = new Int32Array(slots.length);
    let count = 0;
    for (let at = 0; at < slots.length; at++) {
      const slot = slots[at] as number;
      if (this.#matching[slot] === 1) ids[count++] = this.#table.ids[slot] as number;
    }
    this.#ids = ids.slice(0, count);
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

const howOf = (sort: DeviceSort): KeyOrder => ({
  sign: sort.endsWith('-desc') ? -1 : 1,
  compareText,
});

/** What decides who matches: the order does not. */
function filterOf({ sort: _, ...filter }: ListQuery): DeviceFilter {
  return filter;
}
