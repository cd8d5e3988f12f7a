import type { Device, FilterSubject, Position, SortSubject } from '@rastro/fleet';
import type { VehicleTable } from './vehicle-table.ts';

/** One view that moves over the slots of the table, so that filter and sort make nothing per vehicle. */
export class TableCursor implements FilterSubject, SortSubject {
  readonly #table: VehicleTable;
  anchored: ReadonlySet<number> = new Set();
  slot = 0;

  constructor(table: VehicleTable) {
    this.#table = table;
  }

  /** Moves to a slot. @returns false when it is free. */
  at(slot: number): boolean {
    this.slot = slot;
    return this.#table.devices[slot] !== undefined && this.#table.ids[slot] !== 0;
  }
  get device(): Device {
    const device = this.#table.devices[this.slot];
    if (device === undefined) throw new RangeError(`Cannot read slot ${this.slot}: it is free`);
    return device;
  }
  get position(): Position | null {
    return this.#table.positions[this.slot] ?? null;
  }
  get isAnchored(): boolean {
    return this.anchored.has(this.#table.ids[this.slot] ?? 0);
  }
  get searchText(): string {
    return this.#table.text(this.slot);
  }
  get lastUpdateAt(): number {
    return this.#table.lastUpdateAt[this.slot] ?? Number.NaN;
  }
}
