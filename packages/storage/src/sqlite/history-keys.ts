import type { DatabaseSync } from 'node:sqlite';
import type { RecordKey } from '@rastro/fleet/trips';
import { decodeColumns } from '../packed/head-columns.ts';
import { placeOfKey, type KeyedHead } from '../packed/merge-run.ts';
import { arrayRows } from './array-rows.ts';
import { packedById } from './history-by-id.ts';
import type { PackedIdWriter } from './packed-ids.ts';
import { deviceOf } from './packed-places.ts';
import { packedRuns } from './packed-runs.ts';

/** Keys in memory, of all devices: 24 bytes each. */
const MAX_KEYS = 300_000;

/**
 * Identities of records in history, packed or rows, for whoever stores new ones. Nearly all are newer than all of their
 * device, and have ids that none of them can have: both is known without reading.
 */
export class HistoryKeys {
  readonly #runs: ReturnType<typeof packedRuns>;
  readonly #byId: ReturnType<typeof packedById>;
  readonly #ids: PackedIdWriter;
  readonly #version: () => number;
  readonly #lastRow: ReturnType<typeof arrayRows>;
  readonly #row: ReturnType<typeof arrayRows>;
  readonly #rowWithId: ReturnType<typeof arrayRows>;
  readonly #lastRowId: ReturnType<typeof arrayRows>;
  /** The highest id of a row; null = not known. */
  #maxRowId: number | null = null;
  /** The time of the last record, by device. */
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
    this.#lastRow = arrayRows(db, 'SELECT max(fix_time) FROM positions WHERE device_id = ?');
    this.#row = arrayRows(
      db,
      `SELECT id FROM positions WHERE device_id = ? AND fix_time = ? AND device_time = ? AND content_key = ?`,
    );
    this.#rowWithId = arrayRows(db, 'SELECT 1 FROM positions WHERE id = ?');
    this.#lastRowId = arrayRows(db, 'SELECT max(id) FROM positions');
  }

  /** At the beginning of a transaction. @returns true when another process has written meanwhile: all is forgotten. */
  refresh(): boolean {
    const version = this.#version();
    const isOther = version !== this.#seen;
    if (isOther) this.forgetAll();
    this.#seen = version;
    return isOther;
  }

  /** After records of a device have changed. */
  forget(deviceId: number): void {
    this.#lastTimes.delete(deviceId);
    this.#maxRowId = null;
    for (const place of this.#heads.keys()) if (deviceOf(place) === deviceId) this.#drop(place);
  }

  forgetAll(): void {
    this.#lastTimes.clear();
    this.#heads.clear();
    this.#keysInMemory = 0;
    this.#maxRowId = null;
    this.#ids.forget();
  }

  /** Id under which a record is in history; null = it is not. */
  idOfKey(deviceId: number, key: RecordKey): number | null {
    if (key.time > this.#lastTimeOf(deviceId)) return null;
    const row = this.#row(deviceId, key.time, key.deviceTime, key.key)[0]?.[0];
    if (row !== undefined) return Number(row);
    const run = this.#runs.last(deviceId, key.time, key.time);
    if (!run) return null;
    const head = this.#headOf(run.place);
    const at = placeOfKey(head, key, 'before');
    if (placeOfKey(head, key, 'with') === at) return null;
    return decodeColumns(this.#runs.head(run.place), ['id']).columns.id[at] ?? null;
  }

  /** Whether there is a record with an id. */
  hasId(id: number): boolean {
    this.#maxRowId ??= Number(this.#lastRowId()[0]?.[0] ?? 0);
    if (id <= this.#maxRowId && this.#rowWithId(id).length > 0) return true;
    return this.#ids.has(id) && this.#byId.candidates([id]).some(({ place }) => this.#byId.hasId(place, id));
  }

  #lastTimeOf(deviceId: number): number {
    const known = this.#lastTimes.get(deviceId);
    if (known !== undefined) return known;
    const row = this.#lastRow(deviceId)[0]?.[0];
    const packed = this.#runs.lastUpTo(deviceId, Number.MAX_SAFE_INTEGER)?.to ?? -Infinity;
    const last = Math.max(packed, typeof row === 'number' ? row : -Infinity);
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
