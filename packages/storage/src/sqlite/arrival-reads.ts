import type { DatabaseSync } from 'node:sqlite';
import {
  checksumOf,
  decodeArrivalIds,
  decodeArrivals,
  decodeStates,
  stretchesOf,
  type StateValues,
} from '../packed/arrival-chunk.ts';
import type { RawPosition } from '../records.ts';
import { arrayRows, type ArrayRow } from './array-rows.ts';
import { bytesOf, compareKeys } from './piece-reads.ts';

const NONE: readonly RawPosition[] = [];
/** Numbers of a stretch in the list of its device. */
const STRETCH = 3;

/** Records that arrived lately, and are not in history yet. Call its methods within a transaction. */
export interface ArrivalReads {
  /** Those of a device, in the order of history. */
  readonly recordsOf: (deviceId: number) => readonly RawPosition[];
  /** Reads those of many devices at once, for as long as `work` asks for them. */
  readonly withRecordsOf: <T>(deviceIds: readonly number[], work: () => T) => T;
  /** Of the newest record of each device. */
  readonly newestTimes: () => ReadonlyMap<number, number>;
  readonly recordsById: (ids: ReadonlySet<number>) => readonly RawPosition[];
  /** Of devices whose state is newer than the one in its table. */
  readonly states: () => ReadonlyMap<number, StateValues>;
  readonly devices: () => readonly number[];
}

const ofConnections = new WeakMap<DatabaseSync, ArrivalReads>();

/** One for all readers of a connection: they share its index. */
export function arrivalReads(db: DatabaseSync): ArrivalReads {
  const known = ofConnections.get(db);
  if (known) return known;
  const reads = readsOf(db);
  ofConnections.set(db, reads);
  return reads;
}

function readsOf(db: DatabaseSync): ArrivalReads {
  const index = new ArrivalIndex(db);
  const some = arrayRows(db, 'SELECT substr(body, ?, ?) FROM arrivals WHERE seq = ?');
  const withIds = arrayRows(
    db,
    `SELECT seq, devices, body FROM arrivals WHERE last_id >= ? AND first_id <= ?`,
  );
  const allMoved = arrayRows(db, 'SELECT device_id, seq FROM moved_arrivals');
  const allStates = arrayRows(
    db,
    'SELECT seq, states FROM arrivals WHERE length(states) > 0 ORDER BY seq DESC',
  );
  /** The last device that was read: the next page of a history asks for it again. */
  let last = { deviceId: 0, version: '', records: NONE };
  let loaded: ReadonlyMap<number, readonly RawPosition[]> | null = null;
  /** Bytes of the records of each device, row by row. */
  const eachStretch = (
    rows: readonly ArrayRow[],
    read: (deviceId: number, bytes: Uint8Array) => void,
  ): void => {
    const moved = new Map(allMoved().map(([deviceId, seq]) => [Number(deviceId), Number(seq)]));
    for (const [seq, devices, body] of rows) {
      if (!index.isSound(Number(seq))) continue;
      const bytes = bytesOf(body);
      for (const { deviceId, from, to } of stretchesOf(bytesOf(devices)))
        if (Number(seq) > (moved.get(deviceId) ?? 0)) read(deviceId, bytes.subarray(from, to));
    }
  };
  const recordsOf = (deviceId: number): readonly RawPosition[] => {
    const known = loaded?.get(deviceId);
    if (known) return known;
    const stretches = index.stretchesOf(deviceId);
    if (stretches.length === 0) return NONE;
    const version = `${stretches[0]} ${stretches.at(-STRETCH)}`;
    if (last.deviceId === deviceId && last.version === version) return last.records;
    const records: RawPosition[] = [];
    for (let i = 0; i < stretches.length; i += STRETCH) {
      const [seq = 0, from = 0, to = 0] = stretches.slice(i, i + STRETCH);
      const [row] = some(from + 1, to - from, seq);
      records.push(...decodeArrivals(deviceId, bytesOf(row?.[0])));
    }
    last = { deviceId, version, records: inOrder(records) };
    return last.records;
  };
  const recordsById = (ids: ReadonlySet<number>): readonly RawPosition[] => {
    if (ids.size === 0) return NONE;
    const [least, most] = [Math.min(...ids), Math.max(...ids)];
    const found: RawPosition[] = [];
    eachStretch(withIds(least, most), (deviceId, bytes) => {
      if (!decodeArrivalIds(bytes).some(({ id }) => ids.has(id))) return;
      found.push(...decodeArrivals(deviceId, bytes).filter(({ id }) => ids.has(id)));
    });
    return found;
  };
  return {
    recordsOf,
    recordsById,
    withRecordsOf(deviceIds, work) {
      const records = new Map<number, RawPosition[]>(deviceIds.map((deviceId) => [deviceId, []]));
      eachStretch(withIds(0, Number.MAX_SAFE_INTEGER), (deviceId, bytes) => {
        records.get(deviceId)?.push(...decodeArrivals(deviceId, bytes));
      });
      for (const some of records.values()) inOrder(some);
      loaded = records;
      try {
        return work();
      } finally {
        loaded = null;
      }
    },
    newestTimes() {
      const newest = new Map<number, number>();
      eachStretch(withIds(0, Number.MAX_SAFE_INTEGER), (deviceId, bytes) => {
        for (const { fixTime } of decodeArrivalIds(bytes))
          newest.set(deviceId, Math.max(fixTime, newest.get(deviceId) ?? -Infinity));
      });
      return newest;
    },
    devices: () => index.devices(),
    states() {
      const found = new Map<number, StateValues>();
      for (const [seq, states] of allStates()) {
        if (!index.isSound(Number(seq))) continue;
        for (const state of decodeStates(bytesOf(states)).toReversed())
          if (!found.has(state[0]) && Number(seq) > index.movedUpTo(state[0])) found.set(state[0], state);
      }
      return found;
    },
  };
}

/** Records in the order of history. */
export const inOrder = (records: RawPosition[]): RawPosition[] =>
  records.sort((a, b) => compareKeys(keyOfRecord(a), keyOfRecord(b)));

export const keyOfRecord = ({ fixTime, deviceTime, contentKey }: RawPosition) => ({
  time: fixTime,
  deviceTime,
  key: contentKey,
});

/** Where the records of each device are. Rows are only ever added at the end, and deleted from the beginning. */
class ArrivalIndex {
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
