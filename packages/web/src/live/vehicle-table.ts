import { hasOtherTexts, isHiddenDevice, searchText, type Device, type Position } from '@rastro/fleet';
import { isPlace } from './is-place.ts';
import { MapFlag } from './map-feed.ts';
import { mercatorX, mercatorY } from './mercator.ts';
import { categoryIndex, statusIndex, vehicleColours } from './vehicle-style.ts';

const FIRST_CAPACITY = 1_024;
/** Positions that came before their device; more than this many are forgotten, a re-read brings them. */
const EARLY_LIMIT = 10_000;
const ONLINE = 0;

/** Of a vehicle whose details are not known yet. */
export interface OverviewRow {
  readonly id: number;
  /** Indexes, as in the columns. */
  readonly status: number;
  readonly category: number;
  readonly colours: readonly [number, number];
  readonly place: Pick<Position, 'latitude' | 'longitude' | 'course'> | null;
  readonly isMoving: boolean;
  readonly hasAlarm: boolean;
}

export type Accepted = 'changed' | 'ignored' | 'unknownDevice';

/**
 * Every vehicle the user may see, in columns by slot. Knows what changed since the last `settle`.
 * No clock, no socket: what comes in is already parsed.
 */
export class VehicleTable {
  readonly brand: string;
  readonly #slotOf = new Map<number, number>();
  readonly #hidden = new Set<number>();
  readonly #early = new Map<number, Position>();
  /** Ids that were removed since the last `takeGone`. */
  #gone: number[] = [];
  readonly #free: number[] = [];
  readonly #freed: number[] = [];
  #end = 0;
  #moved = new Uint8Array(FIRST_CAPACITY);
  #dirty = new Uint8Array(FIRST_CAPACITY);
  #dirtySlots: number[] = [];

  devices: (Device | undefined)[] = [];
  positions: (Position | null)[] = [];
  #texts: (string | null)[] = [];
  /** 0 = free. */
  ids = new Int32Array(FIRST_CAPACITY);
  x = new Float64Array(FIRST_CAPACITY);
  y = new Float64Array(FIRST_CAPACITY);
  course = new Float32Array(FIRST_CAPACITY);
  fixAt = new Float64Array(FIRST_CAPACITY);
  deviceAt = new Float64Array(FIRST_CAPACITY);
  /** Milliseconds since 1970; NaN = never. */
  lastUpdateAt = new Float64Array(FIRST_CAPACITY);
  status = new Uint8Array(FIRST_CAPACITY);
  flags = new Uint8Array(FIRST_CAPACITY);
  category = new Uint8Array(FIRST_CAPACITY);
  body = new Uint32Array(FIRST_CAPACITY);
  extra = new Uint32Array(FIRST_CAPACITY);

  total = 0;
  moving = 0;
  stopped = 0;
  /** By index of the status. */
  readonly byStatus: [number, number, number] = [0, 0, 0];

  constructor(brand: string) {
    this.brand = brand;
  }

  /** Slots are below this number. */
  get capacity(): number {
    return this.ids.length;
  }
  /** Slots that were ever used are below this number. */
  get end(): number {
    return this.#end;
  }
  slotOf(id: number): number | undefined {
    return this.#slotOf.get(id);
  }
  /** Slots that changed since the last `settle`, each once; freed ones too. */
  get changes(): readonly number[] {
    return this.#dirtySlots;
  }
  hasMoved(slot: number): boolean {
    return this.#moved[slot] === 1;
  }

  /** Ends one round of changes. Freed slots may be used again from now on. */
  settle(): void {
    for (const slot of this.#dirtySlots) {
      this.#dirty[slot] = 0;
      this.#moved[slot] = 0;
    }
    this.#dirtySlots = [];
    this.#free.push(...this.#freed.splice(0));
  }

  /** Takes the complete answer of the server: what is not in it is gone. */
  replaceDevices(devices: readonly Device[]): void {
    const present = new Set<number>();
    for (const device of devices) {
      if (this.putDevice(device)) present.add(device.id);
    }
    for (const id of this.#slotOf.keys()) if (!present.has(id)) this.remove(id);
  }

  /** @returns False for a device that a safe deletion hid. */
  putDevice(incoming: Device): boolean {
    if (isHiddenDevice(incoming)) {
      this.#hidden.add(incoming.id);
      this.remove(incoming.id);
      return false;
    }
    this.#hidden.delete(incoming.id);
    const known = this.#slotOf.get(incoming.id);
    const slot = known ?? this.#claim(incoming.id);
    const held = this.devices[slot];
    const device = held === undefined ? incoming : withNewerState(incoming, held);
    if (known !== undefined) this.#count(slot, -1);
    this.devices[slot] = device;
    this.#texts[slot] = null;
    this.lastUpdateAt[slot] = device.lastUpdate === null ? Number.NaN : Date.parse(device.lastUpdate);
    this.status[slot] = statusIndex(device.status);
    this.category[slot] = categoryIndex(device.category);
    [this.body[slot], this.extra[slot]] = vehicleColours(device, this.brand);
    this.#count(slot, 1);
    this.#touch(slot);
    const early = this.#early.get(device.id);
    if (early !== undefined) {
      this.#early.delete(device.id);
      this.putPosition(early);
    }
    return true;
  }

  /** Takes what is drawn of a new vehicle; a table with such rows is for the map alone. */
  putOverview({ id, status, category, colours, place, isMoving, hasAlarm }: OverviewRow): void {
    const slot = this.#claim(id);
    this.status[slot] = status;
    this.category[slot] = category;
    [this.body[slot], this.extra[slot]] = colours;
    this.flags[slot] = (isMoving ? MapFlag.moving : 0) | (hasAlarm ? MapFlag.alarm : 0);
    if (place !== null) this.#place(slot, place);
    this.#count(slot, 1);
    this.#touch(slot);
  }

  /** A position older than the shown one (fix time, then device time) changes nothing. */
  putPosition(position: Position): Accepted {
    const slot = this.#slotOf.get(position.deviceId);
    if (slot === undefined) {
      if (this.#hidden.has(position.deviceId)) return 'ignored';
      if (this.#early.size < EARLY_LIMIT) this.#early.set(position.deviceId, position);
      return 'unknownDevice';
    }
    const fixAt = Date.parse(position.fixTime);
    const deviceAt = Date.parse(position.deviceTime);
    if (this.positions[slot] !== null) {
      const heldFixAt = this.fixAt[slot] ?? 0;
      if (fixAt < heldFixAt) return 'ignored';
      if (fixAt === heldFixAt && deviceAt < (this.deviceAt[slot] ?? 0)) return 'ignored';
    }
    const former = this.positions[slot] ?? null;
    if (former === null || hasOtherTexts(position, former)) this.#texts[slot] = null;
    this.#count(slot, -1);
    this.positions[slot] = position;
    this.fixAt[slot] = fixAt;
    this.deviceAt[slot] = deviceAt;
    this.#place(slot, position);
    let flags = (this.flags[slot] ?? 0) & MapFlag.placed;
    if (position.attributes['motion'] === true) flags |= MapFlag.moving;
    if (typeof position.attributes['alarm'] === 'string') flags |= MapFlag.alarm;
    this.flags[slot] = flags;
    this.#count(slot, 1);
    this.#touch(slot);
    return 'changed';
  }

  /**
   * Flags for what is drawn. The last record of a vehicle that is not online may say "moving" for days: counts and
   * filters take it at its word, a picture does not.
   */
  drawnFlags(slot: number): number {
    const flags = this.flags[slot] ?? 0;
    return this.status[slot] === ONLINE ? flags : flags & ~MapFlag.moving;
  }

  /** The server says that it is not to be shown any more. */
  forget(id: number): void {
    this.#early.delete(id);
    this.remove(id);
  }

  /** Vehicles that were there and are not since this was last asked. */
  takeGone(): readonly number[] {
    const gone = this.#gone.filter((id) => !this.#slotOf.has(id));
    this.#gone = [];
    return gone;
  }

  remove(id: number): void {
    const slot = this.#slotOf.get(id);
    if (slot === undefined) return;
    this.#count(slot, -1);
    this.#slotOf.delete(id);
    this.devices[slot] = undefined;
    this.positions[slot] = null;
    this.#texts[slot] = null;
    this.ids[slot] = 0;
    this.flags[slot] = 0;
    this.#touch(slot);
    this.#freed.push(slot);
    this.#gone.push(id);
  }

  /** The text a vehicle is found by; made when first asked for after a change. */
  text(slot: number): string {
    const held = this.#texts[slot];
    if (held !== null && held !== undefined) return held;
    const device = this.devices[slot];
    const text = device === undefined ? '' : searchText(device, this.positions[slot] ?? null);
    this.#texts[slot] = text;
    return text;
  }

  /**
   * Makes texts ahead of the first question, a few at a time.
   * @returns False when all are made.
   */
  prepareTexts(count: number): boolean {
    let left = count;
    for (let slot = 0; slot < this.#end; slot++) {
      if (this.#texts[slot] !== null || this.ids[slot] === 0) continue;
      if (left-- === 0) return true;
      this.text(slot);
    }
    return false;
  }

  #place(slot: number, position: Pick<Position, 'latitude' | 'longitude' | 'course'>): void {
    const { latitude, longitude } = position;
    // A device without a fix reports 0,0, some even as valid: the marker stays where it was last known.
    if (!isPlace(position) || !Number.isFinite(latitude) || !Number.isFinite(longitude)) return;
    const x = mercatorX(longitude);
    const y = mercatorY(latitude);
    const course = Number.isFinite(position.course) ? position.course : 0;
    const wasPlaced = ((this.flags[slot] ?? 0) & MapFlag.placed) !== 0;
    if (wasPlaced && (x !== this.x[slot] || y !== this.y[slot] || course !== this.course[slot])) {
      this.#moved[slot] = 1;
    }
    this.x[slot] = x;
    this.y[slot] = y;
    this.course[slot] = course;
    this.flags[slot] = (this.flags[slot] ?? 0) | MapFlag.placed;
  }

  #count(slot: number, sign: 1 | -1): void {
    const status = this.status[slot] ?? 0;
    const moves = ((this.flags[slot] ?? 0) & MapFlag.moving) !== 0;
    this.total += sign;
    this.byStatus[status as 0 | 1 | 2] += sign;
    if (moves) this.moving += sign;
    else if (status === ONLINE) this.stopped += sign;
  }

  #touch(slot: number): void {
    if (this.#dirty[slot] === 1) return;
    this.#dirty[slot] = 1;
    this.#dirtySlots.push(slot);
  }

  #claim(id: number): number {
    const slot = this.#free.pop() ?? this.#end++;
    if (slot >= this.capacity) this.#grow();
    this.#slotOf.set(id, slot);
    this.ids[slot] = id;
    this.positions[slot] = null;
    this.flags[slot] = 0;
    return slot;
  }

  #grow(): void {
    const size = this.capacity * 2;
    const wider = <T extends ArrayColumn>(column: T): T => {
      const next = new (column.constructor as new (size: number) => T)(size);
      next.set(column);
      return next;
    };
    this.ids = wider(this.ids);
    this.x = wider(this.x);
    this.y = wider(this.y);
    this.course = wider(this.course);
    this.fixAt = wider(this.fixAt);
    this.deviceAt = wider(this.deviceAt);
    this.lastUpdateAt = wider(this.lastUpdateAt);
    this.status = wider(this.status);
    this.flags = wider(this.flags);
    this.category = wider(this.category);
    this.body = wider(this.body);
    this.extra = wider(this.extra);
    this.#moved = wider(this.#moved);
    this.#dirty = wider(this.#dirty);
  }
}

type ArrayColumn = Int32Array | Uint32Array | Uint8Array | Float32Array | Float64Array;

/** An answer read before a socket frame may arrive after it: the state with the newer contact wins. */
function withNewerState(incoming: Device, held: Device): Device {
  if (held.lastUpdate === null) return incoming;
  const isOlder =
    incoming.lastUpdate === null || Date.parse(incoming.lastUpdate) < Date.parse(held.lastUpdate);
  if (!isOlder) return incoming;
  return { ...incoming, status: held.status, lastUpdate: held.lastUpdate, positionId: held.positionId };
}
