import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { RecordKey } from '@rastro/fleet/trips';
import {
  checksumOf,
  decodeArrivalIds,
  decodeArrivals,
  decodeStates,
  encodeArrivals,
  stretchesOf,
  type ArrivalChunk,
  type PositionValues,
  type StateValues,
} from '../packed/arrival-chunk.ts';
import { damaged } from '../packed/damaged.ts';
import type { RawPosition } from '../records.ts';
import { ArrivalBodies } from './arrival-bodies.ts';
import { inOrder } from './arrival-reads.ts';
import { arrayRows } from './array-rows.ts';
import { publishDamage } from './damage-channel.ts';
import { CHUNK, chunkOf } from '../packed/id-chunk.ts';
import { bytesOf } from './piece-reads.ts';

/** Records of a row: who reads one of a device reads the row. */
const CHUNK_RECORDS = 128;
/** Numbers of a stretch. */
const STRETCH = 3;
/** In `moved_arrivals`: the last row that was deleted, so that numbers of rows never come again. */
const ALL_DEVICES = 0;

/** The device of each id, 0 = it is of none, and the last row that has one. */
interface IdChunk {
  readonly devices: Float64Array;
  last: number;
}

interface DeviceArrivals {
  /** In order, three numbers each: row, place and length of its records in the body. A fleet has very many of them. */
  readonly stretches: number[];
  /** Of the commit that is being made. */
  readonly added: PositionValues[];
  lastTime: number;
  /** Ids by key. Made once somebody asks. */
  keys: Map<string, number> | null;
}

/**
 * Records that arrived lately, a row for each hundred of a commit, with the states that they lead to: so a commit writes
 * few pages, whatever the number of its devices. Whoever writes has all of it in memory. Call it within a transaction.
 */
export class ArrivalLog {
  readonly #devices = new Map<number, DeviceArrivals>();
  readonly #states = new Map<number, { readonly seq: number; readonly values: StateValues }>();
  readonly #added: PositionValues[] = [];
  /** Ids by chunk. */
  readonly #ids = new Map<number, IdChunk>();
  readonly #bodies = new ArrivalBodies();
  #bytes = 0;
  #last = 0;
  #isLoaded = false;
  /** Rows that cannot be read. */
  readonly #damaged: number[] = [];
  readonly #path: string;
  readonly #insert;
  readonly #all;
  readonly #moved;
  readonly #setMoved;
  readonly #removeSome;

  constructor(db: DatabaseSync) {
    const insert = db.prepare(
      `INSERT INTO arrivals (seq, first_id, last_id, devices, body, states, checksum) VALUES (?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#path = db.location() ?? '';
    this.#insert = (...values: readonly SQLInputValue[]) => void insert.run(...values);
    this.#all = arrayRows(
      db,
      'SELECT seq, devices, body, states, checksum FROM arrivals WHERE seq > ? ORDER BY seq LIMIT 100',
    );
    this.#moved = arrayRows(db, 'SELECT device_id, seq FROM moved_arrivals');
    const setMoved = db.prepare(
      `INSERT INTO moved_arrivals (device_id, seq) VALUES (?, ?)
       ON CONFLICT (device_id) DO UPDATE SET seq = max(seq, excluded.seq)`,
    );
    this.#setMoved = (deviceId: number, seq: number) => void setMoved.run(deviceId, seq);
    this.#removeSome = arrayRows(
      db,
      `DELETE FROM arrivals WHERE seq IN (SELECT seq FROM arrivals WHERE seq <= ?
       AND seq NOT IN (SELECT value FROM json_each(?)) ORDER BY seq LIMIT ?) RETURNING length(body)`,
    );
  }

  /** Of its records, which are in memory. */
  get bytes(): number {
    this.#load();
    return this.#bytes;
  }

  /** Number of the last row. */
  get last(): number {
    this.#load();
    return this.#last;
  }

  /** Those with records or a state, in order. */
  devices(): readonly number[] {
    this.#load();
    return [...new Set([...this.#devices.keys(), ...this.#states.keys()])].sort((a, b) => a - b);
  }

  /** Of the newest record of a device; -Infinity = there is none. */
  lastTimeOf(deviceId: number): number {
    this.#load();
    return this.#devices.get(deviceId)?.lastTime ?? -Infinity;
  }

  /** Id under which a record is here; null = it is not. */
  idOfKey(deviceId: number, key: RecordKey): number | null {
    this.#load();
    const device = this.#devices.get(deviceId);
    if (!device || key.time > device.lastTime) return null;
    device.keys ??= new Map([
      ...this.#bytesOf(deviceId, this.#last).flatMap((bytes) =>
        decodeArrivals(deviceId, bytes).map(
          ({ id, fixTime, deviceTime, contentKey }) =>
            [textOf({ time: fixTime, deviceTime, key: contentKey }), id] as const,
        ),
      ),
      ...device.added.map(
        ([, time, deviceTime, ofContent, id]) => [textOf({ time, deviceTime, key: ofContent }), id] as const,
      ),
    ]);
    return device.keys.get(textOf(key)) ?? null;
  }

  /** Whether a record with an id is here. */
  hasId(id: number): boolean {
    this.#load();
    const deviceId = this.#ids.get(chunkOf(id))?.devices[id % CHUNK] ?? 0;
    if (deviceId === 0) return false;
    // It may have been moved, and removed from history since.
    const added = this.#devices.get(deviceId)?.added ?? [];
    return added.some((record) => record[4] === id) || this.idsOf(deviceId, this.#last).includes(id);
  }

  /** Adds a record to the commit that is being made. */
  add(record: PositionValues): void {
    this.#load();
    const [deviceId, fixTime, deviceTime, key, id] = record;
    const device = this.#deviceOf(deviceId);
    device.added.push(record);
    device.lastTime = Math.max(device.lastTime, fixTime);
    device.keys?.set(textOf({ time: fixTime, deviceTime, key }), id);
    this.#noteId(id, deviceId, this.#last + 1);
    this.#added.push(record);
  }

  /** Stores the records that were added, and states. */
  store(states: readonly StateValues[]): void {
    this.#load();
    const records = this.#added.sort((a, b) => a[0] - b[0]);
    const rows = Math.max(Math.ceil(records.length / CHUNK_RECORDS), states.length > 0 ? 1 : 0);
    for (let row = 0; row < rows; row++) {
      const some = records.slice(row * CHUNK_RECORDS, (row + 1) * CHUNK_RECORDS);
      this.#put(some, row === rows - 1 ? states : []);
    }
    this.#added.length = 0;
  }

  /** Records of a device in rows up to one, in the order of history. */
  recordsOf(deviceId: number, upTo: number): readonly RawPosition[] {
    this.#load();
    return inOrder(this.#bytesOf(deviceId, upTo).flatMap((bytes) => decodeArrivals(deviceId, bytes)));
  }

  /** The state of a device, if the newest one is in a row up to this. */
  stateOf(deviceId: number, upTo: number): StateValues | null {
    this.#load();
    const state = this.#states.get(deviceId);
    return state && state.seq <= upTo ? state.values : null;
  }

  /** Whether a device has records of before a time. */
  hasBefore(deviceId: number, time: number): boolean {
    this.#load();
    return this.#bytesOf(deviceId, this.#last).some((bytes) =>
      decodeArrivalIds(bytes).some(({ fixTime }) => fixTime < time),
    );
  }

  /** Ids of all records of a device in rows up to one. */
  idsOf(deviceId: number, upTo: number): readonly number[] {
    this.#load();
    return this.#bytesOf(deviceId, upTo).flatMap((bytes) => decodeArrivalIds(bytes).map(({ id }) => id));
  }

  /** To be called once what a device has in rows up to one is in history, and its state in its table. */
  markMoved(deviceId: number, upTo: number): void {
    this.#setMoved(deviceId, upTo);
    const device = this.#devices.get(deviceId);
    const moved = device ? stretchesUpTo(device.stretches, upTo) : 0;
    if (device && moved < device.stretches.length) {
      device.stretches.splice(0, moved);
      device.keys = null;
    } else this.#devices.delete(deviceId);
    const state = this.#states.get(deviceId);
    if (state && state.seq <= upTo) this.#states.delete(deviceId);
  }

  /** Deletes rows up to one, at most so many. @returns false when none is left. */
  removeRows(upTo: number, limit: number): boolean {
    const removed = this.#removeSome(upTo, JSON.stringify(this.#damaged), limit);
    for (const [bytes] of removed) this.#bytes -= Number(bytes);
    this.#setMoved(ALL_DEVICES, upTo);
    if (removed.length === limit) return true;
    this.#bodies.release(upTo);
    for (const [chunk, { last }] of this.#ids) if (last <= upTo) this.#ids.delete(chunk);
    return false;
  }

  /** Devices of ids, in chunks as they are noted with packed history. */
  idChunks(): readonly (readonly [chunk: number, devices: Float64Array])[] {
    this.#load();
    return [...this.#ids].map(([chunk, { devices }]) => [chunk, devices]);
  }

  /** After a transaction that was not committed. */
  forget(): void {
    this.#devices.clear();
    this.#states.clear();
    this.#added.length = 0;
    this.#damaged.length = 0;
    this.#ids.clear();
    this.#bodies.clear();
    [this.#bytes, this.#last] = [0, 0];
    this.#isLoaded = false;
  }

  #put(records: readonly PositionValues[], states: readonly StateValues[]): void {
    const chunk = encodeArrivals(records, states);
    const { devices, body } = chunk;
    let [firstId, lastId] = [Infinity, 0];
    for (const [, , , , id] of records) [firstId, lastId] = [Math.min(firstId, id), Math.max(lastId, id)];
    const seq = ++this.#last;
    const ids = records.length === 0 ? [0, 0] : [firstId, lastId];
    this.#insert(seq, ...ids, devices, body, chunk.states, checksumOf(chunk));
    this.#bytes += body.length;
    const place = this.#bodies.add(seq, body);
    for (const { deviceId, from, to } of stretchesOf(devices)) {
      const device = this.#deviceOf(deviceId);
      device.stretches.push(seq, place + from, to - from);
      device.added.length = 0;
    }
    for (const values of states) this.#states.set(values[0], { seq, values });
  }

  /** Records of a device in each row up to one. */
  #bytesOf(deviceId: number, upTo: number): readonly Uint8Array[] {
    const stretches = this.#devices.get(deviceId)?.stretches ?? [];
    const end = stretchesUpTo(stretches, upTo);
    const bytes: Uint8Array[] = [];
    for (let at = 0; at < end; at += STRETCH)
      bytes.push(this.#bodies.at(stretches[at + 1]!, stretches[at + 2]!));
    return bytes;
  }

  #noteId(id: number, deviceId: number, row: number): void {
    const chunk = chunkOf(id);
    const known = this.#ids.get(chunk);
    const ids = known ?? { devices: new Float64Array(CHUNK), last: row };
    if (!known) this.#ids.set(chunk, ids);
    ids.devices[id % CHUNK] = deviceId;
    ids.last = Math.max(ids.last, row);
  }

  #deviceOf(deviceId: number): DeviceArrivals {
    const known = this.#devices.get(deviceId);
    if (known) return known;
    const device: DeviceArrivals = { stretches: [], added: [], lastTime: -Infinity, keys: null };
    this.#devices.set(deviceId, device);
    return device;
  }

  #load(): void {
    if (this.#isLoaded) return;
    const moved = new Map(this.#moved().map(([deviceId, seq]) => [Number(deviceId), Number(seq)]));
    this.#last = moved.get(ALL_DEVICES) ?? 0;
    let after = 0;
    for (let rows = this.#all(after); rows.length > 0; rows = this.#all(after)) {
      for (const [seq, devices, body, states, checksum] of rows) {
        after = Number(seq);
        const chunk = { devices: bytesOf(devices), body: bytesOf(body), states: bytesOf(states) };
        if (checksumOf(chunk) === checksum) {
          this.#loadRow(after, chunk, moved);
        } else {
          this.#damaged.push(after);
          publishDamage(this.#path, damaged(`row ${after} of arrivals`));
        }
      }
    }
    this.#last = Math.max(this.#last, after);
    this.#isLoaded = true;
  }

  #loadRow(seq: number, { devices, body, states }: ArrivalChunk, moved: ReadonlyMap<number, number>): void {
    this.#bytes += body.length;
    const place = this.#bodies.add(seq, body);
    for (const { deviceId, from, to } of stretchesOf(devices)) {
      if (seq <= (moved.get(deviceId) ?? 0)) continue;
      const bytes = body.subarray(from, to);
      const device = this.#deviceOf(deviceId);
      device.stretches.push(seq, place + from, to - from);
      for (const { id, fixTime } of decodeArrivalIds(bytes)) {
        device.lastTime = Math.max(device.lastTime, fixTime);
        this.#noteId(id, deviceId, seq);
      }
    }
    for (const values of decodeStates(states))
      if (seq > (moved.get(values[0]) ?? 0)) this.#states.set(values[0], { seq, values });
  }
}

/** @returns how many numbers of them are of rows up to one. */
function stretchesUpTo(stretches: readonly number[], upTo: number): number {
  let end = stretches.length;
  while (end > 0 && stretches[end - STRETCH]! > upTo) end -= STRETCH;
  return end;
}

const textOf = ({ time, deviceTime, key }: RecordKey): string => `${time} ${deviceTime} ${key}`;
