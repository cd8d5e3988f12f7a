import { MapFlag, type MapPatch } from '../../live/map-feed.ts';
import { VehiclePace } from './vehicle-pace.ts';

/**
 * Duration of a vehicle's move to its new place (docs/reference/requirements.md SPEC §9: map marker move animation).
 */
export const MOVE_MS = 500;
/** Bytes of one vehicle in the buffer: 11 floats, 4 small numbers, 2 colors. */
export const STRIDE = 56;
const FLOATS = STRIDE / 4;
/** Slots per block that is uploaded together. */
const BLOCK = 256;
/** Times are stored as floats after an epoch; it is renewed before they lose their milliseconds. */
const EPOCH_MS = 1_800_000;
const LONG_AGO = -10 * MOVE_MS;

/** Byte offsets inside one vehicle. */
export const Offset = {
  fromHigh: 0,
  fromLow: 8,
  toHigh: 16,
  toLow: 24,
  courses: 32,
  startedAt: 40,
  style: 44,
  body: 48,
  extra: 52,
} as const;

/** Share of the way done, as the shader computes it: slow, fast, slow. */
export function eased(sinceMs: number): number {
  const part = Math.max(0, Math.min(1, sinceMs / MOVE_MS));
  return part * part * (3 - 2 * part);
}

/**
 * The vehicles as the graphics card reads them, and as this thread can pick them. Writing is by slot;
 * `takeDirty` gives the byte ranges that must be uploaded.
 */
export class VehicleInstances {
  capacity = 0;
  /** Slots that may hold a vehicle are below this. */
  end = 0;
  ids = new Int32Array(0);
  fromX = new Float64Array(0);
  fromY = new Float64Array(0);
  toX = new Float64Array(0);
  toY = new Float64Array(0);
  startedAt = new Float64Array(0);
  flags = new Uint8Array(0);
  statuses = new Uint8Array(0);
  categories = new Uint8Array(0);
  colours = new Uint32Array(0);
  /** 1 = draw; filtered and clustered vehicles have 0. */
  visible = new Uint8Array(0);
  bytes = new Uint8Array(0);
  #floats = new Float32Array(0);
  #dirtyBlocks = new Uint8Array(0);
  #slotOf = new Map<number, number>();
  #epoch = 0;
  #busyUntil = 0;
  readonly #pace = new VehiclePace(MOVE_MS);
  readonly #glides: () => boolean;

  /** @param glides Whether vehicles glide to their new place; else they stand there at once. */
  constructor(glides: () => boolean = () => true) {
    this.#glides = glides;
  }

  /** The moment that times in the buffer count from. */
  get epoch(): number {
    return this.#epoch;
  }
  /** True while at least one vehicle for which `isSeen` is true is on its way. */
  isMoving(now: number): boolean {
    return now < this.#busyUntil;
  }
  /** For how long the picture is as good as it is, while something moves. @param worldPx Width of the world. */
  stillMs(worldPx: number): number {
    return this.#pace.stillMs(worldPx);
  }
  slotOf(id: number): number | undefined {
    return this.#slotOf.get(id);
  }

  /** @param isSeen Whether a move between two places is worth frames; the view is the caller's. */
  apply(patch: MapPatch, now: number, isSeen: (slot: number) => boolean): void {
    if (patch.whole) this.#forget();
    if (patch.capacity > this.capacity) this.#grow(patch.capacity);
    if (now - this.#epoch > EPOCH_MS) this.#renewEpoch(now);
    const { slots, ids, places, courses, categories, statuses, flags, colours } = patch;
    const glides = this.#glides();
    for (let at = 0; at < slots.length; at++) {
      const slot = slots[at] as number;
      const id = ids[at] as number;
      if (id !== this.ids[slot]) this.#rename(slot, id);
      this.flags[slot] = flags[at] as number;
      this.statuses[slot] = statuses[at] as number;
      this.categories[slot] = categories[at] as number;
      this.colours[slot * 2] = colours[at * 2] as number;
      this.colours[slot * 2 + 1] = colours[at * 2 + 1] as number;
      const moves = glides && ((flags[at] as number) & MapFlag.moved) !== 0;
      this.#move(
        slot,
        {
          x: places[at * 2] as number,
          y: places[at * 2 + 1] as number,
          course: courses[at] as number,
          moves,
        },
        now,
      );
      this.#writeStyle(slot);
      if (moves && this.visible[slot] === 1 && isSeen(slot)) {
        this.#busyUntil = now + MOVE_MS;
        this.#pace.begin(this.#distanceOf(slot), now);
      }
      if (slot >= this.end) this.end = slot + 1;
    }
    if (patch.visible !== null) this.visible.set(patch.visible.subarray(0, this.capacity));
  }

  /** Drawn location and heading of a vehicle at a moment. */
  xAt(slot: number, now: number): number {
    const share = eased(now - (this.startedAt[slot] as number));
    return (this.fromX[slot] as number) + ((this.toX[slot] as number) - (this.fromX[slot] as number)) * share;
  }
  yAt(slot: number, now: number): number {
    const share = eased(now - (this.startedAt[slot] as number));
    return (this.fromY[slot] as number) + ((this.toY[slot] as number) - (this.fromY[slot] as number)) * share;
  }

  /** Byte ranges that changed since the last call; neighbors are joined. */
  takeDirty(): readonly (readonly [start: number, end: number])[] {
    const ranges: [number, number][] = [];
    for (let block = 0; block < this.#dirtyBlocks.length; block++) {
      if (this.#dirtyBlocks[block] === 0) continue;
      this.#dirtyBlocks[block] = 0;
      const start = block * BLOCK * STRIDE;
      const end = Math.min(start + BLOCK * STRIDE, this.bytes.length);
      const last = ranges.at(-1);
      if (last !== undefined && last[1] === start) last[1] = end;
      else ranges.push([start, end]);
    }
    return ranges;
  }

  #move(slot: number, to: { x: number; y: number; course: number; moves: boolean }, now: number): void {
    const at = slot * FLOATS;
    const course = this.#floats[at + 9] as number;
    let { x: fromX, y: fromY } = to;
    let fromCourse = to.course;
    let startedAt = LONG_AGO + this.#epoch;
    if (to.moves) {
      const share = eased(now - (this.startedAt[slot] as number));
      fromX = nearestCopy(this.xAt(slot, now), to.x);
      fromY = this.yAt(slot, now);
      const before = this.#floats[at + 8] as number;
      fromCourse = nearestTurn(before + (course - before) * share, to.course);
      startedAt = now;
    } else if (this.toX[slot] === to.x && this.toY[slot] === to.y && course === to.course) {
      return;
    }
    this.fromX[slot] = fromX;
    this.fromY[slot] = fromY;
    this.toX[slot] = to.x;
    this.toY[slot] = to.y;
    this.startedAt[slot] = startedAt;
    this.#split(at, fromX, fromY);
    this.#split(at + 4, to.x, to.y);
    this.#floats[at + 8] = fromCourse;
    this.#floats[at + 9] = to.course;
    this.#floats[at + 10] = startedAt - this.#epoch;
  }

  #distanceOf(slot: number): number {
    const [x = 0, y = 0] = [this.toX[slot], this.toY[slot]];
    return Math.hypot(x - (this.fromX[slot] ?? 0), y - (this.fromY[slot] ?? 0));
  }

  /** One number as the sum of two floats: 48 bits of place, so that nothing trembles at street zoom. */
  #split(at: number, x: number, y: number): void {
    const highX = Math.fround(x);
    const highY = Math.fround(y);
    this.#floats[at] = highX;
    this.#floats[at + 1] = highY;
    this.#floats[at + 2] = x - highX;
    this.#floats[at + 3] = y - highY;
  }

  #writeStyle(slot: number): void {
    const at = slot * STRIDE;
    const { bytes } = this;
    bytes[at + 44] = this.categories[slot] as number;
    bytes[at + 45] = this.statuses[slot] as number;
    bytes[at + 46] = this.ids[slot] === 0 ? 0 : (this.flags[slot] as number);
    this.#writeColour(at + 48, this.colours[slot * 2] as number);
    this.#writeColour(at + 52, this.colours[slot * 2 + 1] as number);
    this.#dirtyBlocks[Math.floor(slot / BLOCK)] = 1;
  }
  #writeColour(at: number, colour: number): void {
    this.bytes[at] = colour >> 16;
    this.bytes[at + 1] = (colour >> 8) & 255;
    this.bytes[at + 2] = colour & 255;
    this.bytes[at + 3] = 255;
  }

  #rename(slot: number, id: number): void {
    const former = this.ids[slot] as number;
    if (this.#slotOf.get(former) === slot) this.#slotOf.delete(former);
    this.ids[slot] = id;
    if (id === 0) this.visible[slot] = 0;
    else this.#slotOf.set(id, slot);
  }

  #forget(): void {
    this.ids.fill(0);
    this.visible.fill(0);
    this.bytes.fill(0);
    // Nothing is where it was: the next place is written even if it is the same.
    this.toX.fill(Number.NaN);
    this.#dirtyBlocks.fill(1);
    this.#slotOf.clear();
    this.end = 0;
  }

  #renewEpoch(now: number): void {
    for (let slot = 0; slot < this.end; slot++) {
      const since = Math.max(LONG_AGO, (this.startedAt[slot] as number) - now);
      this.startedAt[slot] = now + since;
      this.#floats[slot * FLOATS + 10] = since;
    }
    this.#epoch = now;
    this.#dirtyBlocks.fill(1);
  }

  #grow(capacity: number): void {
    const wider = <T extends Column>(column: T, size: number): T => {
      const next = new (column.constructor as new (size: number) => T)(size);
      next.set(column);
      return next;
    };
    this.ids = wider(this.ids, capacity);
    this.fromX = wider(this.fromX, capacity);
    this.fromY = wider(this.fromY, capacity);
    this.toX = wider(this.toX, capacity);
    this.toY = wider(this.toY, capacity);
    this.startedAt = wider(this.startedAt, capacity);
    this.flags = wider(this.flags, capacity);
    this.statuses = wider(this.statuses, capacity);
    this.categories = wider(this.categories, capacity);
    this.colours = wider(this.colours, capacity * 2);
    this.visible = wider(this.visible, capacity);
    this.bytes = wider(this.bytes, capacity * STRIDE);
    this.#floats = new Float32Array(this.bytes.buffer);
    this.#dirtyBlocks = new Uint8Array(Math.ceil(capacity / BLOCK)).fill(1);
    this.capacity = capacity;
  }
}

type Column = Int32Array | Uint32Array | Uint8Array | Float64Array;

/** The copy of a place from which the way to the other is short, across the antimeridian too. */
function nearestCopy(x: number, to: number): number {
  if (x - to > 0.5) return x - 1;
  return to - x > 0.5 ? x + 1 : x;
}
/** The same direction, written so that the turn to the other is at most half a circle. */
function nearestTurn(course: number, to: number): number {
  const turn = ((((course - to) % 360) + 540) % 360) - 180;
  return to + turn;
}
