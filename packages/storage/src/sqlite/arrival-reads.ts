import type { DatabaseSync } from 'node:sqlite';
import {
  decodeArrivalIds,
  decodeArrivals,
  decodeStates,
  stretchesOf,
  type StateValues,
} from '../packed/arrival-chunk.ts';
import type { RawPosition } from '../records.ts';
import { ArrivalIndex, STRETCH } from './arrival-index.ts';
import { arrayRows } from './array-rows.ts';
import { bytesOf } from './piece-reads.ts';
import { compareKeys } from '../row-pages.ts';

const NONE: readonly RawPosition[] = [];

/** Records that arrived lately, and are not in history yet. Call its methods within a transaction. */
export interface ArrivalReads {
  /** Those of a device, in the order of history. */
  readonly recordsOf: (deviceId: number) => readonly RawPosition[];
  /** Another text = others have arrived, or some have moved into history. */
  readonly versionOf: (deviceId: number) => string;
  /** Reads those of many devices at once, for as long as `work` asks for them. */
  withRecordsOf<T>(deviceIds: readonly number[], work: () => T): T;
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
  const reads = new Reader(db);
  ofConnections.set(db, reads);
  return reads;
}

class Reader implements ArrivalReads {
  readonly #index: ArrivalIndex;
  readonly #some: ReturnType<typeof arrayRows>;
  readonly #withIds: ReturnType<typeof arrayRows>;
  readonly #allStates: ReturnType<typeof arrayRows>;
  readonly #allMoved: ReturnType<typeof arrayRows>;
  /** The last device that was read: the next page of a history asks for it again. */
  #last = { deviceId: 0, version: '', records: NONE };
  #loaded: ReadonlyMap<number, readonly RawPosition[]> | null = null;

  constructor(db: DatabaseSync) {
    this.#index = new ArrivalIndex(db);
    this.#some = arrayRows(db, 'SELECT substr(body, ?, ?) FROM arrivals WHERE seq = ?');
    this.#withIds = arrayRows(
      db,
      'SELECT seq, devices, body FROM arrivals WHERE last_id >= ? AND first_id <= ?',
    );
    this.#allStates = arrayRows(
      db,
      'SELECT seq, states FROM arrivals WHERE length(states) > 0 ORDER BY seq DESC',
    );
    this.#allMoved = arrayRows(db, 'SELECT device_id, seq FROM moved_arrivals');
  }

  recordsOf(deviceId: number): readonly RawPosition[] {
    const known = this.#loaded?.get(deviceId);
    if (known) return known;
    const stretches = this.#index.stretchesOf(deviceId);
    if (stretches.length === 0) return NONE;
    const version = versionOf(stretches);
    if (this.#last.deviceId === deviceId && this.#last.version === version) return this.#last.records;
    const records: RawPosition[] = [];
    for (let i = 0; i < stretches.length; i += STRETCH) {
      const [seq = 0, from = 0, to = 0] = stretches.slice(i, i + STRETCH);
      const [row] = this.#some(from + 1, to - from, seq);
      records.push(...decodeArrivals(deviceId, bytesOf(row?.[0])));
    }
    this.#last = { deviceId, version, records: inOrder(records) };
    return this.#last.records;
  }

  versionOf(deviceId: number): string {
    return versionOf(this.#index.stretchesOf(deviceId));
  }

  withRecordsOf<T>(deviceIds: readonly number[], work: () => T): T {
    const records = new Map<number, RawPosition[]>(deviceIds.map((deviceId) => [deviceId, []]));
    this.#eachStretch(0, Number.MAX_SAFE_INTEGER, (deviceId, bytes) => {
      records.get(deviceId)?.push(...decodeArrivals(deviceId, bytes));
    });
    for (const some of records.values()) inOrder(some);
    this.#loaded = records;
    try {
      return work();
    } finally {
      this.#loaded = null;
    }
  }

  newestTimes(): ReadonlyMap<number, number> {
    const newest = new Map<number, number>();
    this.#eachStretch(0, Number.MAX_SAFE_INTEGER, (deviceId, bytes) => {
      for (const { fixTime } of decodeArrivalIds(bytes))
        newest.set(deviceId, Math.max(fixTime, newest.get(deviceId) ?? -Infinity));
    });
    return newest;
  }

  recordsById(ids: ReadonlySet<number>): readonly RawPosition[] {
    if (ids.size === 0) return NONE;
    const found: RawPosition[] = [];
    this.#eachStretch(Math.min(...ids), Math.max(...ids), (deviceId, bytes) => {
      if (!decodeArrivalIds(bytes).some(({ id }) => ids.has(id))) return;
      found.push(...decodeArrivals(deviceId, bytes).filter(({ id }) => ids.has(id)));
    });
    return found;
  }

  states(): ReadonlyMap<number, StateValues> {
    const found = new Map<number, StateValues>();
    const moved = this.#moved();
    for (const [seq, states] of this.#allStates()) {
      if (!this.#index.isSound(Number(seq))) continue;
      for (const state of decodeStates(bytesOf(states)).toReversed())
        if (!found.has(state[0]) && Number(seq) > (moved.get(state[0]) ?? 0)) found.set(state[0], state);
    }
    return found;
  }

  devices(): readonly number[] {
    return this.#index.devices();
  }

  /** Reads the bytes of the records of each device in rows with some ids. */
  #eachStretch(leastId: number, mostId: number, read: (deviceId: number, bytes: Uint8Array) => void): void {
    const moved = this.#moved();
    for (const [seq, devices, body] of this.#withIds(leastId, mostId)) {
      if (!this.#index.isSound(Number(seq))) continue;
      const bytes = bytesOf(body);
      for (const { deviceId, from, to } of stretchesOf(bytesOf(devices)))
        if (Number(seq) > (moved.get(deviceId) ?? 0)) read(deviceId, bytes.subarray(from, to));
    }
  }

  /** By device: records in rows up to this one are in history already. */
  #moved(): ReadonlyMap<number, number> {
    return new Map(this.#allMoved().map(([deviceId, seq]) => [Number(deviceId), Number(seq)]));
  }
}

const versionOf = (stretches: readonly number[]): string =>
  stretches.length === 0 ? '' : `${stretches[0]} ${stretches.at(-STRETCH)}`;

/** Records in the order of history. */
export const inOrder = (records: RawPosition[]): RawPosition[] =>
  records.sort((a, b) => compareKeys(keyOfRecord(a), keyOfRecord(b)));

export const keyOfRecord = ({ fixTime, deviceTime, contentKey }: RawPosition) => ({
  time: fixTime,
  deviceTime,
  key: contentKey,
});
