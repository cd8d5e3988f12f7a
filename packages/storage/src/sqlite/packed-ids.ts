import type { DatabaseSync } from 'node:sqlite';
import { CHUNK, chunkOf, idsOfChunk, packDevices, unpackDevices } from '../packed/id-chunk.ts';
import { arrayRows } from './array-rows.ts';
import { bytesOf } from './piece-reads.ts';

/**
 * Finds the devices of packed positions by their ids. An id belongs to one device for ever, so that nothing changes here
 * when positions are packed anew or removed.
 */
export function packedIdReads(db: DatabaseSync) {
  const some = arrayRows(
    db,
    'SELECT chunk, devices FROM packed_ids WHERE chunk IN (SELECT value FROM json_each(?))',
  );
  /** Devices of the ids of chunks; 0 = none. */
  const devicesIn = (chunks: readonly number[]): ReadonlyMap<number, Float64Array> =>
    new Map(
      some(JSON.stringify(chunks)).map(([chunk, bytes]) => [Number(chunk), unpackDevices(bytesOf(bytes))]),
    );
  return {
    devicesIn,
    /** The ids by device, in order; those that never were packed are left out. */
    byDevice: (ids: Iterable<number>): ReadonlyMap<number, readonly number[]> => {
      const sorted = [...new Set(ids)].sort((a, b) => a - b);
      const chunks = devicesIn([...new Set(sorted.map(chunkOf))]);
      const found = Map.groupBy(sorted, (id) => chunks.get(chunkOf(id))?.[id % CHUNK] ?? 0);
      found.delete(0);
      return found;
    },
  };
}

/** Chunks of which is remembered which ids are there: those of some ten thousand vehicles and a day. */
const MAX_REMEMBERED = 20_000;

/** Notes of which devices ids are. */
export class PackedIdWriter {
  readonly #reads: ReturnType<typeof packedIdReads>;
  readonly #ofRows: ReturnType<typeof arrayRows>;
  readonly #put: (chunk: number, devices: Uint8Array) => void;
  readonly #removeChunk: (chunk: number) => void;
  readonly #lastChunk: () => number;
  #last: number | null = null;
  /** A bit of each id that is there. */
  readonly #noted = new Map<number, Uint8Array>();

  constructor(db: DatabaseSync) {
    this.#reads = packedIdReads(db);
    // The index of ids has all of this.
    this.#ofRows = arrayRows(db, 'SELECT id, device_id FROM positions WHERE id BETWEEN ? AND ?');
    const remove = db.prepare('DELETE FROM packed_ids WHERE chunk = ?');
    this.#removeChunk = (chunk) => void remove.run(chunk);
    const last = arrayRows(db, 'SELECT max(chunk) FROM packed_ids');
    this.#lastChunk = () => Number(last()[0]?.[0] ?? -1);
    const put = db.prepare('INSERT OR REPLACE INTO packed_ids (chunk, devices) VALUES (?, ?)');
    this.#put = (chunk, devices) => void put.run(chunk, devices);
  }

  /** Before records with these ids, and devices, are packed. */
  noteOf(pairs: Iterable<readonly [id: number, deviceId: number]>): void {
    for (const [chunk, some] of Map.groupBy(pairs, ([id]) => chunkOf(id))) {
      const bits = this.#bitsOf(chunk);
      if (some.some(([id]) => !hasBit(bits, id % CHUNK))) this.#noteIn(chunk, some);
    }
  }

  /** The same, of all that are known of a chunk: the device of each id, 0 = not known. */
  noteChunk(chunk: number, devices: Float64Array): void {
    const noted = this.#reads.devicesIn([chunk]).get(chunk);
    this.#write(chunk, noted ? devices.map((deviceId, i) => deviceId || (noted[i] ?? 0)) : devices);
  }

  /** Before rows with these ids are packed. Rows that have their neighbors are noted with them: chunks are written once. */
  note(ids: readonly number[]): void {
    for (const id of ids) {
      const chunk = chunkOf(id);
      if (hasBit(this.#bitsOf(chunk), id % CHUNK)) continue;
      this.#noteIn(
        chunk,
        this.#ofRows(...idsOfChunk(chunk)).map(([each, deviceId]) => [Number(each), Number(deviceId)]),
      );
    }
  }

  #noteIn(chunk: number, pairs: readonly (readonly [id: number, deviceId: number])[]): void {
    const devices = this.#reads.devicesIn([chunk]).get(chunk) ?? new Float64Array(CHUNK);
    for (const [id, deviceId] of pairs) devices[id % CHUNK] = deviceId;
    this.#write(chunk, devices);
  }

  #write(chunk: number, devices: Float64Array): void {
    this.#put(chunk, packDevices(devices));
    this.#last = null;
    this.#remember(chunk, bitsOf(devices));
  }

  /** Whether the device of an id was noted. */
  has(id: number): boolean {
    this.#last ??= this.#lastChunk();
    const chunk = chunkOf(id);
    return chunk <= this.#last && hasBit(this.#bitsOf(chunk), id % CHUNK);
  }

  /** Forgets a chunk whose positions are all gone. */
  remove(chunk: number): void {
    this.#removeChunk(chunk);
    this.#noted.delete(chunk);
    this.#last = null;
  }

  /** After a transaction that was not committed, or one of another process. */
  forget(): void {
    this.#noted.clear();
    this.#last = null;
  }

  #bitsOf(chunk: number): Uint8Array {
    const known = this.#noted.get(chunk);
    if (known) return known;
    return this.#remember(
      chunk,
      bitsOf(this.#reads.devicesIn([chunk]).get(chunk) ?? new Float64Array(CHUNK)),
    );
  }

  #remember(chunk: number, bits: Uint8Array): Uint8Array {
    this.#noted.delete(chunk);
    this.#noted.set(chunk, bits);
    const [oldest] = this.#noted.keys();
    if (this.#noted.size > MAX_REMEMBERED && oldest !== undefined) this.#noted.delete(oldest);
    return bits;
  }
}

const hasBit = (bits: Uint8Array, at: number): boolean => (((bits[at >>> 3] ?? 0) >>> (at & 7)) & 1) === 1;

function bitsOf(devices: Float64Array): Uint8Array {
  const bits = new Uint8Array(CHUNK / 8);
  for (let i = 0; i < CHUNK; i++) if (devices[i] !== 0) bits[i >>> 3] = (bits[i >>> 3] ?? 0) | (1 << (i & 7));
  return bits;
}
