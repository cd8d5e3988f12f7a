import type { DatabaseSync } from 'node:sqlite';
import { DAY_MS } from '@rastro/base';
import type { RecordKey } from '@rastro/fleet/trips';
import { checkedRun } from '../packed/checked-run.ts';
import { decodeTexts } from '../packed/decode-run.ts';
import { MAX_RECORDS, type PackedRun } from '../packed/run.ts';
import type { RawPosition } from '../records.ts';
import { arrayRows } from './array-rows.ts';
import { isDamage, publishDamage } from './damage-channel.ts';
import { TEXTS } from './history-forms.ts';
import { historyPages, type HistoryPages } from './history-pages.ts';
import type { PackedIdWriter } from './packed-ids.ts';
import {
  dayOf,
  deviceOf,
  isPackedDay,
  MAX_PACKED_DEVICE,
  partOf,
  PARTS,
  runPlaceOf,
} from './packed-places.ts';
import type { HistoryKeys } from './history-keys.ts';
import { positionInsert, rawValuesOf } from './packed-batch.ts';
import { AFTER_ALL } from '../row-pages.ts';
import { packedRuns } from './packed-runs.ts';

/** A day of fewer records joins the one before, up to as many and to a month: a run of few is dear. */
const FEW = 256;
const JOINED_DAYS = 31;
/**
 * A day of more is in several runs: whoever reads an hour of it unpacks one. Where these would be too many, they are
 * longer.
 */
const MANY = 2048;
const MOST_RUNS = PARTS - 4;

/**
 * Records of the newest run of a day, at least, before another one begins: sixteen, and twice as many after each 64 runs,
 * so that a day of any number of records has few enough of them.
 */
const leastOf = (part: number): number => 16 << (part >>> 6);

/**
 * Packs positions by the day, and makes rows of them again where they are to change. Call it within a transaction: then
 * a position is either a row or packed, at any moment. A late record of a packed day is a row until that is packed anew.
 */
export class HistoryPacking {
  readonly #db: DatabaseSync;
  readonly #runs: ReturnType<typeof packedRuns>;
  readonly #keys: HistoryKeys;
  readonly #ids: PackedIdWriter;
  readonly #firstRow: ReturnType<typeof arrayRows>;
  readonly #rows: ReturnType<typeof arrayRows>;
  readonly #read: HistoryPages<RawPosition>;
  readonly #firstPart: ReturnType<typeof arrayRows>;
  readonly #put: (deviceId: number, run: NewRun, isPart: boolean) => void;
  readonly #remove: (place: number) => void;
  readonly #removeRows: (deviceId: number, from: number, to: number) => number;
  readonly #insertRow: (record: RawPosition) => void;
  /** Days before were left as they are, by device: they could not be packed. */
  readonly #passedOver = new Map<number, number>();

  constructor(db: DatabaseSync, ids: PackedIdWriter, keys: HistoryKeys) {
    this.#db = db;
    this.#runs = packedRuns(db);
    this.#ids = ids;
    this.#keys = keys;
    this.#firstRow = arrayRows(
      db,
      'SELECT min(fix_time) FROM positions WHERE device_id = ? AND fix_time >= ? AND fix_time < ?',
    );
    this.#firstPart = arrayRows(
      db,
      'SELECT from_time FROM history WHERE is_part = 1 AND place >= ? AND place < ? ORDER BY place LIMIT 1',
    );
    this.#rows = arrayRows(
      db,
      'SELECT count(*) FROM positions WHERE device_id = ? AND fix_time BETWEEN ? AND ?',
    );
    this.#read = historyPages(db, TEXTS, null);
    this.#put = runWrite(db);
    const remove = db.prepare('DELETE FROM history WHERE place = ?');
    this.#remove = (place) => void remove.run(place);
    const removeRows = db.prepare('DELETE FROM positions WHERE device_id = ? AND fix_time BETWEEN ? AND ?');
    this.#removeRows = (...range) => Number(removeRows.run(...range).changes);
    const insert = positionInsert(db);
    this.#insertRow = (record) => void insert.run(...rawValuesOf(record));
  }

  /**
   * Packs the oldest day of a device before a time that has rows, or parts of a day, and a few after it. @returns false
   * when there is none.
   */
  packFirstDay(deviceId: number, closed: number): boolean {
    if (deviceId > MAX_PACKED_DEVICE) return false;
    const from = this.#passedOver.get(deviceId) ?? 0;
    const places = [runPlaceOf(deviceId, dayOf(from), 0), runPlaceOf(deviceId, dayOf(closed), 0)] as const;
    const found = [this.#firstRow(deviceId, from, closed), this.#firstPart(...places)];
    const times = found.map(([row]) => row?.[0]).filter((time) => typeof time === 'number');
    if (times.length === 0) return false;
    this.#pack(deviceId, dayOf(Math.min(...times)), closed);
    return true;
  }

  /**
   * Adds records whose ids were noted: those behind all packed ones of their day as a run, others as rows.
   * @param records In the order of history. @param areWhole They are all of their days: these need not be packed anew,
   * unless they have few records.
   */
  addRecords(deviceId: number, records: readonly RawPosition[], areWhole = false): void {
    for (const [day, ofDay] of Map.groupBy(records, ({ fixTime }) => dayOf(fixTime))) {
      const canBePacked = deviceId <= MAX_PACKED_DEVICE && isPackedDay(day);
      if (!canBePacked || !this.#addRun(deviceId, day, ofDay, areWhole))
        for (const record of ofDay) this.#insertRow(record);
    }
    this.#keys.forget(deviceId);
  }

  /** Makes rows of a run. */
  loosen(place: number): void {
    for (const record of decodeTexts(this.#runs.bytes(place))) this.#insertRow(record);
    this.removeRun(place);
  }

  /** With all its records. */
  removeRun(place: number): void {
    this.#remove(place);
    this.#keys.forget(deviceOf(place));
  }

  /** @returns false = nothing was done: they are to be rows. */
  #addRun(deviceId: number, day: number, records: readonly RawPosition[], areWhole: boolean): boolean {
    const last = this.#runs.lastUpTo(deviceId, endOf(day));
    const late = last ? records.filter(({ fixTime }) => fixTime <= last.to) : [];
    const newer = records.slice(late.length);
    const isOfDay = last !== null && dayOf(last.from) === day;
    const lastPart = isOfDay ? partOf(last.place) : 0;
    const joined = isOfDay && last.count < leastOf(lastPart) ? last.place : null;
    const earlier = joined === null ? null : this.#unlessDamaged(() => decodeTexts(this.#runs.bytes(joined)));
    // Whoever looks for the first run of a day takes the last one up to its part 0: a run of days before may be it.
    const isBehind = isOfDay || (last !== null && dayOf(last.to) === day);
    const part = earlier ? lastPart : isBehind ? lastPart + 1 : 0;
    const all = earlier ? [...earlier, ...newer] : newer;
    const run = newer.length > 0 && part < MOST_RUNS ? checkedRun(all) : null;
    if (!run) return false;
    for (const record of late) this.#insertRow(record);
    if (earlier && joined !== null) this.#remove(joined);
    this.#put(deviceId, newRun(all, run, part), !areWhole || all.length < FEW);
    return true;
  }

  #pack(deviceId: number, day: number, closed: number): void {
    const own = this.#daysOf(deviceId, day);
    const joined = this.#joinedDays(deviceId, own, closed);
    if (this.#replace(deviceId, joined) || this.#replace(deviceId, own)) return;
    this.#passedOver.set(deviceId, own.to + 1);
  }

  /** Packs whole days anew. @returns false when that is not possible. */
  #replace(deviceId: number, { from, to }: Days): boolean {
    const packed = this.#unlessDamaged(() => this.#packed(deviceId, from, to));
    if (!packed) return false;
    this.#ids.note(packed.flatMap(({ ids }) => ids));
    let removed = this.#removeRows(deviceId, from, to);
    for (let run = this.#runs.first(deviceId, from, to); run; run = this.#runs.first(deviceId, from, to)) {
      this.#remove(run.place);
      removed += run.count;
    }
    for (const run of packed) {
      this.#put(deviceId, run, false);
      removed -= run.ids.length;
    }
    this.#keys.forget(deviceId);
    if (removed === 0) return true;
    // Whatever the reason, nothing of it is stored.
    this.#passedOver.set(deviceId, to + 1);
    throw new Error(`Packing history of device ${deviceId} would lose ${removed} records`);
  }

  #unlessDamaged<T>(work: () => T): T | null {
    try {
      return work();
    } catch (error) {
      if (!isDamage(error)) throw error;
      publishDamage(this.#db.location() ?? '', error);
      return null;
    }
  }

  /** The runs of whole days; null = not every record would come back as it is, or they are too many. */
  #packed(deviceId: number, from: number, to: number): readonly NewRun[] | null {
    const all = this.#part({ deviceId, from: endOfTime(from - 1), to, size: 2 * FEW });
    if (all.length < 2 * FEW) return packedRunsOf([all]);
    const packed: NewRun[] = [];
    for (let day = from; day < to; day += DAY_MS) {
      const ofDay = packedRunsOf(this.#parts(deviceId, day));
      if (!ofDay) return null;
      packed.push(...ofDay);
    }
    return packed;
  }

  /** Records of a day in parts that have no time in common. */
  *#parts(deviceId: number, day: number): Generator<readonly RawPosition[]> {
    const to = day + DAY_MS - 1;
    const size = Math.max(MANY, Math.ceil(this.#countAll(deviceId, day, to) / MOST_RUNS));
    for (let from = day - 1; from < to;) {
      const part = this.#part({ deviceId, from: endOfTime(from), to, size });
      if (part.length === 0) return;
      yield part;
      from = part.at(-1)?.fixTime ?? to;
    }
  }

  /** So many records, and others of the time of the last. */
  #part({ deviceId, from, to, size }: PartRange): readonly RawPosition[] {
    const range = { deviceId, from, end: to, clockAheadMs: null };
    const { items, last } = this.#read.after({ ...range, limit: size });
    if (items.length < size || last === null) return items;
    const others = this.#read.after({ ...range, from: last, end: last.time, limit: MAX_RECORDS });
    return [...items, ...others.items];
  }

  /** A day, with those that it is in a run with. */
  #daysOf(deviceId: number, day: number): Days {
    const [from, to] = [day * DAY_MS, endOf(day)];
    const [first, last] = [this.#runs.first(deviceId, from, to), this.#runs.last(deviceId, from, to)];
    if (!first || !last) return { from, to };
    return { from: Math.min(from, dayOf(first.from) * DAY_MS), to: Math.max(to, endOf(dayOf(last.to))) };
  }

  /** The same, with the run before and with days behind that have few records, too. */
  #joinedDays(deviceId: number, own: Days, closed: number): Days {
    let count = this.#countAll(deviceId, own.from, own.to);
    if (count >= FEW) return own;
    const earlier = this.#runs.lastUpTo(deviceId, own.from - 1);
    let { from, to } = own;
    // Nothing between them that could not be packed.
    if (earlier && earlier.count < FEW && this.#count(deviceId, earlier.to + 1, from - 1) === 0) {
      const start = dayOf(earlier.from) * DAY_MS;
      if (dayOf(to) - dayOf(start) < JOINED_DAYS) {
        from = start;
        count += earlier.count;
      }
    }
    while (count < FEW) {
      const next = this.#firstRow(deviceId, to + 1, closed)[0]?.[0];
      if (typeof next !== 'number' || dayOf(next) - dayOf(from) >= JOINED_DAYS) break;
      const end = endOf(dayOf(next));
      if (this.#runs.first(deviceId, to + 1, end)) break;
      count += this.#count(deviceId, to + 1, end);
      if (count >= 2 * FEW) break;
      to = end;
    }
    return { from, to };
  }

  /** Rows and packed ones. */
  #countAll(deviceId: number, from: number, to: number): number {
    let count = this.#count(deviceId, from, to);
    for (
      let run = this.#runs.first(deviceId, from, to);
      run;
      run = this.#runs.first(deviceId, run.to + 1, to)
    )
      count += run.count;
    return count;
  }

  #count(deviceId: number, from: number, to: number): number {
    return Number(this.#rows(deviceId, from, to)[0]?.[0]);
  }
}

/** Whole days, by their first and last time. */
interface Days {
  readonly from: number;
  readonly to: number;
}
const endOf = (day: number): number => (day + 1) * DAY_MS - 1;

interface PartRange {
  readonly deviceId: number;
  readonly from: RecordKey;
  readonly to: number;
  readonly size: number;
}

const endOfTime = (time: number): RecordKey => ({ ...AFTER_ALL, time });

/** @returns null when not every record would come back as it is, or there are too many runs for a day. */
function packedRunsOf(parts: Iterable<readonly RawPosition[]>): readonly NewRun[] | null {
  const packed: NewRun[] = [];
  for (const records of parts) {
    const run = packed.length < PARTS ? checkedRun(records) : null;
    if (!run) return null;
    packed.push(newRun(records, run, packed.length));
  }
  return packed;
}

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

function runWrite(db: DatabaseSync): (deviceId: number, run: NewRun, isPart: boolean) => void {
  const insert = db.prepare(
    `INSERT INTO history (place, device_id, n, from_time, to_time, first_id, last_id, is_part, head, body)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  // New ids come behind those of rows: these are rows no longer.
  const passIds = db.prepare("UPDATE id_blocks SET next = max(next, ?) WHERE kind = 'position' AND next < ?");
  return (deviceId, { run, part, ids, from, to }, isPart) => {
    const [firstId, lastId] = [ids.reduce((a, b) => Math.min(a, b)), ids.reduce((a, b) => Math.max(a, b))];
    const place = runPlaceOf(deviceId, dayOf(from), part);
    insert.run(place, deviceId, ids.length, from, to, firstId, lastId, Number(isPart), run.head, run.body);
    passIds.run(lastId + 1, lastId + 1);
  };
}
