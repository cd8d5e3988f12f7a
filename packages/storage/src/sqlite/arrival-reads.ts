import type { DatabaseSync } from 'node:sqlite';
import { decodeArrivals, decodeStates, stretchesOf, type StateValues } from '../packed/arrival-chunk.ts';
import type { RawPosition } from '../records.ts';
import { arrayRows } from './array-rows.ts';
import { isDamage } from './damage-channel.ts';
import { bytesOf, compareKeys } from './piece-reads.ts';

const NONE: readonly RawPosition[] = [];
/** Numbers of a stretch in the list of its device. */
const STRETCH = 3;

/** Records that arrived lately, and are not in history yet. Call its methods within a transaction. */
export interface ArrivalReads {
  /** Those of a device, in the order of history. */
  readonly recordsOf: (deviceId: number) => readonly RawPosition[];
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
  const allStates = arrayRows(
    db,
    'SELECT seq, states FROM arrivals WHERE length(states) > 0 ORDER BY seq DESC',
  );
  /** The last device that was read: the next page of a history asks for it again. */
  let last = { deviceId: 0, version: '', records: NONE };
  const recordsOf = (deviceId: number): readonly RawPosition[] => {
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
    return withIds(least, most).flatMap(([seq, devices, body]) => {
      const bytes = bytesOf(body);
      return stretchesOf(bytesOf(devices))
        .filter(({ deviceId }) => Number(seq) > index.movedUpTo(deviceId))
        .flatMap(({ deviceId, from, to }) => decodeArrivals(deviceId, bytes.subarray(from, to)))
        .filter(({ id }) => ids.has(id));
    });
  };
  return {
    recordsOf,
    recordsById,
    devices: () => index.devices(),
    states() {
      const found = new Map<number, StateValues>();
      for (const [seq, states] of allStates())
        for (const state of decodeStates(bytesOf(states)).toReversed())
          if (!found.has(state[0]) && Number(seq) > index.movedUpTo(state[0])) found.set(state[0], state);
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
  #first = 0;
  #last = 0;

  constructor(db: DatabaseSync) {
    this.#ends = arrayRows(db, 'SELECT (SELECT min(seq) FROM arrivals), (SELECT max(seq) FROM arrivals)');
    this.#added = arrayRows(db, 'SELECT seq, devices FROM arrivals WHERE seq > ? ORDER BY seq');
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
    for (const [seq, devices] of this.#added(this.#last)) this.#add(Number(seq), bytesOf(devices));
    this.#last = last;
  }

  #add(seq: number, devices: Uint8Array): void {
    try {
      for (const { deviceId, from, to } of stretchesOf(devices)) {
        const known = this.#stretches.get(deviceId);
        if (known) known.push(seq, from, to);
        else this.#stretches.set(deviceId, [seq, from, to]);
      }
    } catch (error) {
      // Whoever stores records has said so. Nobody knows of which devices they are.
      if (!isDamage(error)) throw error;
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
