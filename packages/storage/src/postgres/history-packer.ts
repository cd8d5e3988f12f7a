import { DAY_MS } from '@rastro/base';
import { checkedRun } from '../packed/checked-run.ts';
import { decodeTexts } from '../packed/decode-run.ts';
import type { Lease } from '../lease-port.ts';
import type { RawPosition } from '../records.ts';
import { compareKeys } from '../row-pages.ts';
import { RAW_COLUMNS, toRawPosition } from '../rows/position-rows.ts';
import { StorageError } from '../storage-error.ts';
import { requireLease } from './lease-methods.ts';
import { PackedIdWriter } from './packed-ids.ts';
import {
  deleteRuns,
  insertRuns,
  lockHistory,
  newRun,
  partsOf,
  runBytes,
  runPlaces,
  RUN_SPAN_MS,
  type NewRun,
  type RunPlace,
} from './packed-runs.ts';
import { mondayBefore } from './position-ranges.ts';
import { preparePacked } from './position-tables.ts';
import type { PostgresDatabase } from './postgres-database.ts';

/** A run of fewer records is joined with others: it is dear. */
const FEW = 256;
/** A day of more is in several runs: whoever reads an hour of it unpacks one. */
const MANY = 2048;
/** Rows that are packed in one go, at most. */
const MOST_ROWS = 100_000;

/** Records that become runs. */
interface Stretch {
  readonly rows: readonly RawPosition[];
  /** Runs that it touches, or is joined with. */
  readonly runs: readonly RunPlace[];
}

/** The end of an attempt; rows before `next` are looked at no more in this round. */
export interface Packed {
  readonly records: number;
  readonly next: number;
}

/**
 * Packs the history of devices. Records are read, packed and compared without holding anything up; a short transaction
 * then puts the runs in and takes exactly these rows out, or nothing when one of them is gone. Records that come
 * meanwhile are rows, as late ones are.
 */
export class HistoryPacker {
  readonly #db: PostgresDatabase;
  readonly #lease: Lease | undefined;
  readonly #ids: PackedIdWriter;
  /** Weeks that have their table. */
  readonly #weeks = new Set<number>();

  /** @param lease Who does not have it packs nothing; absent = whoever calls is alone. */
  constructor(db: PostgresDatabase, lease?: Lease) {
    this.#db = db;
    this.#lease = lease;
    this.#ids = new PackedIdWriter(db);
  }

  /**
   * Packs the oldest day of a device that has rows, and a few days behind it where they have few records.
   * @param from From this time on. @param closed Up to this midnight.
   * @returns null = there is none.
   */
  async packFirstDay(deviceId: number, from: number, closed: number): Promise<Packed | null> {
    const [first] = await this.#db.lists(
      `SELECT fix_time FROM positions WHERE device_id = $1 AND fix_time >= $2 AND fix_time < $3
       ORDER BY fix_time LIMIT 1`,
      [deviceId, from, closed],
    );
    if (!first) return null;
    const time = Number(first[0]);
    const stretch = await this.#stretch(deviceId, time, closed);
    const next = Math.max(stretch.rows.at(-1)?.fixTime ?? time, time) + 1;
    const records = await this.#all(deviceId, stretch);
    const runs = records && packedRunsOf(records);
    const isPacked = runs !== null && (await this.#replace(deviceId, stretch, runs));
    return { records: isPacked ? stretch.rows.length : 0, next };
  }

  async #stretch(deviceId: number, time: number, closed: number): Promise<Stretch> {
    const day = Math.floor(time / DAY_MS);
    let [from, to] = [day * DAY_MS, Math.min((day + 1) * DAY_MS, closed) - 1];
    const near = await runPlaces(this.#db, deviceId, { from: from - RUN_SPAN_MS, to: to + 2 * RUN_SPAN_MS });
    const isTouched = (run: RunPlace): boolean => run.from <= to && run.to >= from;
    let touched: readonly RunPlace[] = [];
    for (let before = -1; before < touched.length;) {
      before = touched.length;
      touched = near.filter(isTouched);
      from = Math.min(from, touched[0]?.from ?? from);
      to = Math.max(to, touched.at(-1)?.to ?? to);
    }
    const rows = await this.#rows(deviceId, { from, to: Math.min(to, closed - 1), limit: MOST_ROWS });
    const stretch = { rows, runs: touched };
    return countOf(stretch) >= FEW ? stretch : this.#joined(deviceId, stretch, { near, from, to, closed });
  }

  /** With the run before and the days behind that have few records, too. */
  async #joined(deviceId: number, { rows, runs }: Stretch, place: Place): Promise<Stretch> {
    const { near, from, to, closed } = place;
    const earlier = near.findLast((run) => run.to < from);
    const isJoined = earlier !== undefined && earlier.count < FEW && to - earlier.from < RUN_SPAN_MS;
    const all = isJoined ? [earlier, ...runs] : runs;
    const start = isJoined ? earlier.from : from;
    const later = near.find((run) => run.from > to);
    const end = Math.min(start + RUN_SPAN_MS, closed, later?.from ?? Infinity) - 1;
    const left = FEW - countOf({ rows, runs: all });
    if (left <= 0 || end <= to) return { rows, runs: all };
    const more = await this.#rows(deviceId, { from: to + 1, to: end, limit: FEW });
    return { rows: [...rows, ...(more.length < FEW ? more : withoutLastDay(more))], runs: all };
  }

  async #rows(
    deviceId: number,
    { from, to, limit }: { readonly from: number; readonly to: number; readonly limit: number },
  ): Promise<readonly RawPosition[]> {
    const rows = await this.#db.lists(
      `SELECT fix_time, device_time, content_key, ${RAW_COLUMNS} FROM positions WHERE device_id = $1
       AND fix_time BETWEEN $2 AND $3 ORDER BY fix_time, device_time, content_key LIMIT $4`,
      [deviceId, from, to, limit],
    );
    return rows.map(toRawPosition);
  }

  /** In the order of history; null = a run was replaced meanwhile, or cannot be read. */
  async #all(deviceId: number, { rows, runs }: Stretch): Promise<readonly RawPosition[] | null> {
    const packed = await runBytes(this.#db, deviceId, runs);
    if (packed.length < runs.length) return null;
    try {
      const all = [...packed.flatMap(decodeTexts), ...rows];
      return packed.length === 0 ? all : all.sort((a, b) => compareKeys(keyOf(a), keyOf(b)));
    } catch (error) {
      if (error instanceof StorageError && error.code === 'DAMAGED') return null;
      throw error;
    }
  }

  async #prepare(time: number): Promise<void> {
    const week = mondayBefore(time);
    if (this.#weeks.has(week)) return;
    await preparePacked(this.#db, time);
    this.#weeks.add(week);
  }

  /** @returns false = it has changed meanwhile: nothing is done. */
  async #replace(deviceId: number, { rows, runs }: Stretch, packed: readonly NewRun[]): Promise<boolean> {
    await this.#ids.note(rows.map(({ id }) => id));
    for (const { from } of packed) await this.#prepare(from);
    const [first, last] = [rows[0]?.fixTime ?? 0, rows.at(-1)?.fixTime ?? 0];
    try {
      return await this.#db.transaction(async (queries) => {
        await lockHistory(queries, deviceId);
        await requireLease(queries, this.#lease);
        // Where power is lost everything is as before; nobody was told anything.
        await queries.run('SET LOCAL synchronous_commit = off');
        const removed = await queries.run(
          `DELETE FROM positions WHERE device_id = $1 AND fix_time BETWEEN $2 AND $3 AND id = ANY($4::bigint[])`,
          [deviceId, first, last, rows.map(({ id }) => id)],
        );
        const replaced = await deleteRuns(queries, deviceId, runs);
        if (removed !== rows.length || replaced !== runs.length) throw new Changed();
        // Another process may have packed records between these, before it lost the lease.
        const period = { from: packed[0]?.from ?? 0, to: packed.at(-1)?.to ?? 0 };
        if ((await runPlaces(queries, deviceId, period)).length > 0) throw new Changed();
        await insertRuns(queries, deviceId, packed);
        // New ids come behind those of rows: these are rows no longer.
        await queries.run(`UPDATE id_blocks SET next = $1 WHERE kind = 'position' AND next < $1`, [
          packed.reduce((most, { lastId }) => Math.max(most, lastId), 0) + 1,
        ]);
        return true;
      });
    } catch (error) {
      if (error instanceof StorageError && error.cause instanceof Changed) return false;
      throw error;
    }
  }
}

/** Something has changed between reading and replacing. */
class Changed extends Error {}

interface Place {
  /** Runs around it. */
  readonly near: readonly RunPlace[];
  readonly from: number;
  readonly to: number;
  readonly closed: number;
}

const countOf = ({ rows, runs }: Stretch): number =>
  runs.reduce((sum, { count }) => sum + count, rows.length);

const keyOf = ({ fixTime, deviceTime, contentKey }: RawPosition) => ({
  time: fixTime,
  deviceTime,
  key: contentKey,
});

const dayOf = ({ fixTime }: RawPosition): number => Math.floor(fixTime / DAY_MS);

/** Others of that day may be behind them. */
function withoutLastDay(records: readonly RawPosition[]): readonly RawPosition[] {
  const last = records.at(-1);
  return last
    ? records.slice(
        0,
        records.findIndex((record) => dayOf(record) === dayOf(last)),
      )
    : [];
}

/** @returns null when not every record would come back as it is. */
function packedRunsOf(records: readonly RawPosition[]): readonly NewRun[] | null {
  const parts =
    records.length < 2 * FEW
      ? [records]
      : [...Map.groupBy(records, dayOf).values()].flatMap((day) => partsOf(day, MANY));
  const runs: NewRun[] = [];
  for (const part of parts) {
    const packed = checkedRun(part);
    if (!packed) return null;
    runs.push(newRun(part, packed));
  }
  return runs;
}
