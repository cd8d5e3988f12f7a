import type { DatabaseSync } from 'node:sqlite';
import type { RecordKey } from '@rastro/fleet/trips';
import { decodeColumns } from '../packed/head-columns.ts';
import { arrayRows } from './array-rows.ts';
import { packedById } from './history-by-id.ts';
import { placeOfKey, type KeyedHead } from './history-pages.ts';
import type { PackedIdWriter } from './packed-ids.ts';
import { deviceOf } from './packed-places.ts';
import { packedRuns } from './packed-runs.ts';

/** Keys in memory, of all devices: 24 bytes each. */
const MAX_KEYS = 300_000;

/**
 * Identities of packed records, for whoever stores new ones. Nearly all are newer than all packed ones of their device,
 * and have ids that none of them can have: both is known without reading.
 */
export class PackedKeys {
  readonly #runs: ReturnType<typeof packedRuns>;
  readonly #byId: ReturnType<typeof packedById>;
  readonly #ids: PackedIdWriter;
  readonly #version: () => number;
  /** The time of the last packed record, by device. */
  readonly #lastTimes = new Map<number, number>();
  /** Keys of runs, by place. */
  readonly #heads = new Map<number, KeyedHead>();
  #keysInMemory = 0;
  #seen = -1;

  constructor(db: DatabaseSync, ids: PackedIdWriter) {
    this.#ids = ids;
    this.#runs = packedRuns(db);
    this.#byId = packedById(db);
    const version = arrayRows(db, 'PRAGMA data_version');
    this.#version = () => Number(version()[0]?.[0]);
  }

  /** At the beginning of a transaction: another process may have packed meanwhile. */
  refresh(): void {
    const version = this.#version();
    if (version !== this.#seen) {
      this.forgetAll();
      this.#ids.forget();
    }
    this.#seen = version;
  }

  /** After packed records of a device have changed. */
  forget(deviceId: number): void {
    this.#lastTimes.delete(deviceId);
    for (const place of this.#heads.keys()) if (deviceOf(place) === deviceId) this.#drop(place);
  }

  forgetAll(): void {
    this.#lastTimes.clear();
    this.#heads.clear();
    this.#keysInMemory = 0;
  }

  /** Id under which a record, or another with its id, is packed; null = neither is. */
  idOf(deviceId: number, id: number, key: RecordKey): number | null {
    return this.#idOfKey(deviceId, key) ?? (this.#hasId(id) ? id : null);
  }

  #idOfKey(deviceId: number, key: RecordKey): number | null {
    if (key.time > this.#lastTimeOf(deviceId)) return null;
    const run = this.#runs.last(deviceId, key.time, key.time);
    if (!run) return null;
    const head = this.#headOf(run.place);
    const at = placeOfKey(head, key, 'before');
    if (placeOfKey(head, key, 'with') === at) return null;
    return decodeColumns(this.#runs.head(run.place), ['id']).columns.id[at] ?? null;
  }

  #hasId(id: number): boolean {
    return this.#ids.has(id) && this.#byId.candidates([id]).some(({ place }) => this.#byId.hasId(place, id));
  }

  #lastTimeOf(deviceId: number): number {
    const known = this.#lastTimes.get(deviceId);
    if (known !== undefined) return known;
    const last = this.#runs.lastUpTo(deviceId, Number.MAX_SAFE_INTEGER)?.to ?? -Infinity;
    this.#lastTimes.set(deviceId, last);
    return last;
  }

  #headOf(place: number): KeyedHead {
    const known = this.#heads.get(place);
    if (known) return known;
    const head = decodeColumns(this.#runs.head(place), ['fixTime', 'deviceTime', 'contentKey']);
    this.#heads.set(place, head);
    this.#keysInMemory += head.count;
    for (const oldest of this.#heads.keys()) {
      if (this.#keysInMemory <= MAX_KEYS || oldest === place) break;
      this.#drop(oldest);
    }
    return head;
  }

  #drop(place: number): void {
    this.#keysInMemory -= this.#heads.get(place)?.count ?? 0;
    this.#heads.delete(place);
  }
}
