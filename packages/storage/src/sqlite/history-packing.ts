import type { DatabaseSync } from 'node:sqlite';
import { DAY_MS } from '@rastro/base';
import { decodeTexts } from '../packed/decode-run.ts';
import { encodeRun } from '../packed/encode-run.ts';
import type { PackedRun } from '../packed/run.ts';
import type { RawPosition } from '../records.ts';
import { arrayRows } from './array-rows.ts';
import { positionOf, TEXTS } from './history-forms.ts';
import { historyPages, type HistoryPages } from './history-pages.ts';
import { inTransaction } from './in-transaction.ts';
import { PackedIdWriter } from './packed-ids.ts';
import { dayOf, MAX_PACKED_DEVICE, PARTS, runPlaceOf } from './packed-places.ts';
import { PackedKeys } from './packed-keys.ts';
import { positionInsert, rawColumnsOf } from './packed-batch.ts';
import { packedRuns, type RunPlace } from './packed-runs.ts';

/** A day of fewer records joins the one before, up to as many and to a month: a run of few is dear. */
const FEW = 256;
const JOINED_DAYS = 31;
/** A day of more is in several runs. */
const MANY = 8192;
/** A day of more, two a second, stays rows: it would not fit into the memory of the thread. */
const TOO_MANY = 172_800;

/** Packing of positions, and the keys of packed ones, which a commit asks for. */
export interface PackedHistory {
  readonly packing: HistoryPacking;
  readonly keys: PackedKeys;
}

/** One for a connection that writes: it knows of its own changes. */
export function openPackedHistory(db: DatabaseSync): PackedHistory {
  const ids = new PackedIdWriter(db);
  const keys = new PackedKeys(db, ids);
  return { keys, packing: new HistoryPacking(db, ids, keys) };
}

/**
 * Packs positions by the day, and makes rows of them again where they are to change. Call it within a transaction: then
 * a position is either a row or packed, at any moment. A late record of a packed day is a row until that is packed anew.
 */
export class HistoryPacking {
  readonly #db: DatabaseSync;
  readonly #runs: ReturnType<typeof packedRuns>;
  readonly #keys: PackedKeys;
  readonly #ids: PackedIdWriter;
  readonly #firstRow: ReturnType<typeof arrayRows>;
  readonly #rows: ReturnType<typeof arrayRows>;
  readonly #read: HistoryPages<RawPosition>;
  readonly #put: (deviceId: number, run: NewRun) => void;
  readonly #remove: (place: number) => void;
  readonly #removeRows: (deviceId: number, from: number, to: number) => void;
  readonly #insertRow: (record: RawPosition) => void;
  /** Days before were left as they are, by device: they could not be packed. */
  readonly #passedOver = new Map<number, number>();

  constructor(db: DatabaseSync, ids: PackedIdWriter, keys: PackedKeys) {
    this.#db = db;
    this.#runs = packedRuns(db);
    this.#ids = ids;
    this.#keys = keys;
    this.#firstRow = arrayRows(
      db,
      'SELECT min(fix_time) FROM positions WHERE device_id = ? AND fix_time >= ? AND fix_time < ?',
    );
    this.#rows = arrayRows(
      db,
      'SELECT count(*) FROM positions WHERE device_id = ? AND fix_time BETWEEN ? AND ?',
    );
    this.#read = historyPages(db, TEXTS);
    this.#put = runWrite(db);
    const remove = db.prepare('DELETE FROM history WHERE place = ?');
    this.#remove = (place) => void remove.run(place);
    const removeRows = db.prepare('DELETE FROM positions WHERE device_id = ? AND fix_time BETWEEN ? AND ?');
    this.#removeRows = (...range) => void removeRows.run(...range);
    const insert = positionInsert(db);
    this.#insertRow = (record) => void insert.run(...rawColumnsOf(record));
  }

  /** Packs in a transaction. */
  inTransaction<T>(work: () => T): T {
    try {
      return inTransaction(this.#db, () => {
        this.#keys.refresh();
        return work();
      });
    } catch (error) {
      this.#keys.forget();
      this.#ids.forget();
      throw error;
    }
  }

  /** Packs the oldest day of a device before a time that has rows. @returns false when there is none. */
  packFirstDay(deviceId: number, closed: number): boolean {
    if (deviceId > MAX_PACKED_DEVICE) return false;
    const first = this.#firstRow(deviceId, this.#passedOver.get(deviceId) ?? 0, closed)[0]?.[0];
    if (typeof first !== 'number') return false;
    this.#pack(deviceId, dayOf(first));
    return true;
  }

  /** Makes rows of a run. */
  loosen(place: number): void {
    for (const record of decodeTexts(this.#runs.bytes(place))) this.#insertRow(record);
    this.removeRun(place);
  }

  /** With all its records. */
  removeRun(place: number): void {
    this.#remove(place);
    this.#keys.forget();
  }

  #pack(deviceId: number, day: number): void {
    const [from, to] = this.#daysWith(deviceId, day);
    const packed = this.#count(deviceId, from, to) > TOO_MANY ? null : this.#packed(deviceId, from, to);
    if (!packed) {
      this.#passedOver.set(deviceId, to + 1);
      return;
    }
    this.#ids.note(packed.flatMap(({ ids }) => ids));
    for (let run = this.#runs.first(deviceId, from, to); run; run = this.#runs.first(deviceId, from, to))
      this.#remove(run.place);
    this.#removeRows(deviceId, from, to);
    for (const run of packed) this.#put(deviceId, run);
    this.#keys.forget();
  }

  /** The runs of whole days; null = not every record would come back as it is. */
  #packed(deviceId: number, from: number, to: number): readonly NewRun[] | null {
    const key = { time: from - 1, deviceTime: Number.MAX_SAFE_INTEGER, key: 0 };
    const range = { deviceId, from: key, end: to, limit: Infinity, clockAheadMs: null };
    const records = this.#read.after(range).items;
    const days =
      records.length < 2 * FEW ? [records] : Map.groupBy(records, ({ fixTime }) => dayOf(fixTime)).values();
    const packed: NewRun[] = [];
    for (const day of days)
      for (const [part, each] of partsOf(day).entries()) {
        const run = checkedRun(each);
        if (!run || part >= PARTS) return null;
        packed.push(newRun(each, run, part));
      }
    return packed;
  }

  /** First and last time of all days that are packed with one: those it is in a run with, or shall be. */
  #daysWith(deviceId: number, day: number): readonly [number, number] {
    const [start, end] = [day * DAY_MS, (day + 1) * DAY_MS - 1];
    const last = this.#runs.last(deviceId, start, end);
    const first = this.#runs.first(deviceId, start, end);
    if (last && first) return [dayOf(first.from) * DAY_MS, Math.max(end, (dayOf(last.to) + 1) * DAY_MS - 1)];
    const earlier = this.#runs.lastUpTo(deviceId, start);
    return [earlier && this.#isJoined(deviceId, earlier, day) ? dayOf(earlier.from) * DAY_MS : start, end];
  }

  #isJoined(deviceId: number, { count, from, to }: RunPlace, day: number): boolean {
    if (count >= FEW || day - dayOf(from) >= JOINED_DAYS) return false;
    const rows = this.#count(deviceId, day * DAY_MS, (day + 1) * DAY_MS - 1);
    // Nothing between them that could not be packed.
    return rows < FEW && rows === this.#count(deviceId, to + 1, (day + 1) * DAY_MS - 1);
  }

  #count(deviceId: number, from: number, to: number): number {
    return Number(this.#rows(deviceId, from, to)[0]?.[0]);
  }
}

/** Records in parts that have no time in common. */
function partsOf(records: readonly RawPosition[]): readonly (readonly RawPosition[])[] {
  const parts: (readonly RawPosition[])[] = [];
  let start = 0;
  for (let i = MANY; i < records.length; i++) {
    if (i - start < MANY || records[i]?.fixTime === records[i - 1]?.fixTime) continue;
    parts.push(records.slice(start, i));
    start = i;
  }
  return [...parts, records.slice(start)];
}

/** Packs records and compares what comes back; null = not the same, as with JSON of another program. */
function checkedRun(records: readonly RawPosition[]): PackedRun | null {
  try {
    const run = encodeRun(records.map(positionOf));
    return decodeTexts(run).every((record, i) => isSame(record, records[i])) ? run : null;
  } catch (error) {
    if (error instanceof RangeError || error instanceof SyntaxError) return null;
    throw error;
  }
}

const isSame = (a: RawPosition, b: RawPosition | undefined): boolean =>
  b !== undefined &&
  Object.is(a.id, b.id) &&
  Object.is(a.deviceId, b.deviceId) &&
  Object.is(a.serverTime, b.serverTime) &&
  Object.is(a.deviceTime, b.deviceTime) &&
  Object.is(a.fixTime, b.fixTime) &&
  a.valid === b.valid &&
  Object.is(a.latitude, b.latitude) &&
  Object.is(a.longitude, b.longitude) &&
  Object.is(a.altitude, b.altitude) &&
  Object.is(a.speed, b.speed) &&
  Object.is(a.course, b.course) &&
  Object.is(a.accuracy, b.accuracy) &&
  Object.is(a.contentKey, b.contentKey) &&
  a.protocol === b.protocol &&
  a.address === b.address &&
  a.network === b.network &&
  a.geofenceIds === b.geofenceIds &&
  a.attributes === b.attributes;

interface NewRun {
  readonly run: PackedRun;
  readonly part: number;
  readonly ids: readonly number[];
  readonly from: number;
  readonly to: number;
}

const newRun = (records: readonly RawPosition[], run: PackedRun, part: number): NewRun => ({
  run,
  part,
  ids: records.map(({ id }) => id),
  from: records[0]?.fixTime ?? 0,
  to: records.at(-1)?.fixTime ?? 0,
});

function runWrite(db: DatabaseSync): (deviceId: number, run: NewRun) => void {
  const insert = db.prepare(
    `INSERT INTO history (place, device_id, n, from_time, to_time, first_id, last_id, head, body)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  // New ids come behind those of rows: these are rows no longer.
  const passIds = db.prepare("UPDATE id_blocks SET next = max(next, ?) WHERE kind = 'position' AND next < ?");
  return (deviceId, { run, part, ids, from, to }) => {
    const [firstId, lastId] = [ids.reduce((a, b) => Math.min(a, b)), ids.reduce((a, b) => Math.max(a, b))];
    const place = runPlaceOf(deviceId, dayOf(from), part);
    insert.run(place, deviceId, ids.length, from, to, firstId, lastId, run.head, run.body);
    passIds.run(lastId + 1, lastId + 1);
  };
}
