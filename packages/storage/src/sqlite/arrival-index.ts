import type { DatabaseSync } from 'node:sqlite';
import { checksumOf, stretchesOf } from '../packed/arrival-chunk.ts';
import { arrayRows, type ArrayRow } from './array-rows.ts';
import { bytesOf } from './piece-reads.ts';

/** Numbers of a stretch in the list of its device. */
export const STRETCH = 3;

/** Where the records of each device are. Rows are only ever added at the end, and deleted from the beginning. */
export class ArrivalIndex {
  readonly #ends: ReturnType<typeof arrayRows>;
  readonly #added: ReturnType<typeof arrayRows>;
  readonly #moved: ReturnType<typeof arrayRows>;
  /** By device: seq, first byte, and the byte behind the last, of each stretch. */
  readonly #stretches = new Map<number, number[]>();
  /** Rows of which nobody knows the devices. */
  readonly #damaged = new Set<number>();
  #first = 0;
  #last = 0;

  constructor(db: DatabaseSync) {
    this.#ends = arrayRows(db, 'SELECT (SELECT min(seq) FROM arrivals), (SELECT max(seq) FROM arrivals)');
    this.#added = arrayRows(
      db,
      'SELECT seq, devices, body, states, checksum FROM arrivals WHERE seq > ? ORDER BY seq LIMIT 100',
    );
    this.#moved = arrayRows(db, 'SELECT seq FROM moved_arrivals WHERE device_id = ?');
  }

  /** @returns three numbers for each stretch, oldest first. */
  stretchesOf(deviceId: number): readonly number[] {
    this.#refresh();
    const all = this.#stretches.get(deviceId) ?? [];
    if (all.length === 0) return all;
    const moved = this.movedUpTo(deviceId);
    let start = 0;
    while (start < all.length && (all[start] ?? 0) <= moved) start += STRETCH;
    return start === 0 ? all : all.slice(start);
  }

  /** Whether the bytes of a row are those that were stored. Whoever stores records has said so of the others. */
  isSound(seq: number): boolean {
    this.#refresh();
    return !this.#damaged.has(seq);
  }

  /** Records of a device in rows up to this one are in history already. */
  movedUpTo(deviceId: number): number {
    return Number(this.#moved(deviceId)[0]?.[0] ?? 0);
  }

  devices(): readonly number[] {
    this.#refresh();
    return [...this.#stretches.keys()];
  }

  #refresh(): void {
    const [ends] = this.#ends();
    const [first, last] = [Number(ends?.[0] ?? Infinity), Number(ends?.[1] ?? 0)];
    if (first > this.#first) this.#removeBefore(first);
    this.#first = first;
    if (last <= this.#last) return;
    while (this.#last < last) {
      const rows = this.#added(this.#last);
      if (rows.length === 0) return;
      for (const row of rows) this.#add(row);
      this.#last = Number(rows.at(-1)?.[0]);
    }
  }

  #add([number, devices, body, states, checksum]: ArrayRow): void {
    const seq = Number(number);
    const chunk = { devices: bytesOf(devices), body: bytesOf(body), states: bytesOf(states) };
    if (checksumOf(chunk) !== checksum) {
      this.#damaged.add(seq);
      return;
    }
    for (const { deviceId, from, to } of stretchesOf(chunk.devices)) {
      const known = this.#stretches.get(deviceId);
      if (known) known.push(seq, from, to);
      else this.#stretches.set(deviceId, [seq, from, to]);
    }
  }

  #removeBefore(first: number): void {
    for (const [deviceId, all] of this.#stretches) {
      let start = 0;
      while (start < all.length && (all[start] ?? 0) < first) start += STRETCH;
      if (start === all.length) this.#stretches.delete(deviceId);
      else if (start > 0) all.splice(0, start);
    }
  }
}
