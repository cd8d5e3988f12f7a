import { plateOf, type Device, type FilterSubject, type Position, type SortSubject } from '@rastro/fleet';
import { NO_NAMES, type FleetNames } from './fleet.ts';
import { isPlace } from './is-place.ts';
import { placeSquare } from './place-square.ts';
import type { VehicleTable } from './vehicle-table.ts';

/** One view that moves over the slots of the table, so that filter and sort make nothing per vehicle. */
export class TableCursor implements FilterSubject, SortSubject {
  readonly #table: VehicleTable;
  anchored: ReadonlySet<number> = new Set();
  names: FleetNames = NO_NAMES;
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
  get plate(): string | null {
    return plateOf(this.device, this.#table.brand);
  }
  get groupName(): string | null {
    return this.names.groups.get(this.device.groupId) ?? null;
  }
  /** Name of the driver; for an unknown one, the id that the device reported. */
  get driverName(): string | null {
    const reported = this.position?.attributes['driverUniqueId'];
    if (typeof reported !== 'string' || reported === '') return null;
    return this.names.drivers.get(reported) ?? reported;
  }
  get placeName(): string | null {
    const { position } = this;
    if (position === null || !isPlace(position)) return null;
    const written = position.address ?? '';
    return written === '' ? (this.names.places.get(placeSquare(position)) ?? null) : written;
  }
  /** In the order in which a cell names them. */
  get fenceNames(): string | null {
    const names = (this.position?.geofenceIds ?? []).flatMap((id) => this.names.fences.get(id) ?? []);
    return names.length === 0 ? null : names.join(', ');
  }
  get searchText(): string {
    return this.#table.text(this.slot);
  }
  get lastUpdateAt(): number {
    return this.#table.lastUpdateAt[this.slot] ?? Number.NaN;
  }
}
