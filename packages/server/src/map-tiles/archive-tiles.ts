import { open, type FileHandle } from 'node:fs/promises';
import { UNPACK } from './read-archive.ts';

interface Entry {
  readonly id: number;
  readonly offset: number;
  readonly length: number;
  /** Number of tiles that the entry stands for; 0 = it leads to another directory. */
  readonly run: number;
}

const HEADER_BYTES = 127;
const MAX_DIRECTORY_BYTES = 4_194_304;
const MAX_TILE_BYTES = 4_194_304;
const MAX_ENTRIES = 200_000;
/** The specification has three levels at most. */
const MAX_LEVELS = 4;
/** Cached leaf directories: those of one town are adjacent. */
const MAX_LEAVES = 8;

/** Reads tiles of an archive, one at a time. @source PMTiles specification, version 3. */
export class ArchiveTiles {
  readonly #file: FileHandle;
  readonly #header: Buffer;
  readonly #leaves = new Map<number, readonly Entry[]>();

  private constructor(file: FileHandle, header: Buffer) {
    this.#file = file;
    this.#header = header;
  }

  static async open(path: string): Promise<ArchiveTiles> {
    const file = await open(path);
    const { buffer } = await file.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0);
    return new ArchiveTiles(file, buffer);
  }

  close(): Promise<void> {
    return this.#file.close();
  }

  /** @returns The unpacked bytes; null = the archive has no such tile, or none that can be read. */
  async read(zoom: number, column: number, row: number): Promise<Buffer | null> {
    const id = tileId(zoom, column, row);
    let [offset, length] = [this.#number(8), this.#number(16)];
    for (let level = 0; level < MAX_LEVELS; level++) {
      const found = entryFor(await this.#directory(offset, length), id);
      if (!found) return null;
      if (found.run > 0)
        return this.#unpacked(this.#number(56) + found.offset, found.length, 98, MAX_TILE_BYTES);
      [offset, length] = [this.#number(40) + found.offset, found.length];
    }
    return null;
  }

  async #directory(offset: number, length: number): Promise<readonly Entry[]> {
    const known = this.#leaves.get(offset);
    if (known) return known;
    const bytes = await this.#unpacked(offset, length, 97, MAX_DIRECTORY_BYTES);
    const entries = bytes ? readDirectory(bytes) : [];
    const [oldest] = this.#leaves.keys();
    if (this.#leaves.size >= MAX_LEAVES && oldest !== undefined) this.#leaves.delete(oldest);
    this.#leaves.set(offset, entries);
    return entries;
  }

  async #unpacked(
    position: number,
    length: number,
    packedAt: number,
    maxBytes: number,
  ): Promise<Buffer | null> {
    const unpack = UNPACK[this.#header[packedAt] ?? 0];
    if (unpack === undefined || length > maxBytes) return null;
    const { buffer, bytesRead } = await this.#file.read(Buffer.alloc(length), 0, length, position);
    return bytesRead < length ? null : unpack(buffer);
  }

  #number(at: number): number {
    return Number(this.#header.readBigUInt64LE(at));
  }
}

/** Number of a tile on the Hilbert curves of all zooms. */
function tileId(zoom: number, column: number, row: number): number {
  let id = (4 ** zoom - 1) / 3;
  let [x, y] = [column, row];
  for (let side = 2 ** (zoom - 1); side >= 1; side /= 2) {
    const rx = (x & side) > 0 ? 1 : 0;
    const ry = (y & side) > 0 ? 1 : 0;
    id += side * side * ((3 * rx) ^ ry);
    if (ry === 0) {
      if (rx === 1) [x, y] = [side - 1 - x, side - 1 - y];
      [x, y] = [y, x];
    }
  }
  return id;
}

function entryFor(entries: readonly Entry[], id: number): Entry | null {
  let [low, high] = [0, entries.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((entries[middle]?.id ?? 0) <= id) low = middle;
    else high = middle - 1;
  }
  const found = entries[low];
  if (!found || found.id > id) return null;
  return found.run === 0 || id < found.id + found.run ? found : null;
}

function readDirectory(bytes: Buffer): readonly Entry[] {
  let at = 0;
  const next = (): number => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = bytes[at++] ?? 0;
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
    }
  };
  const count = Math.min(next(), MAX_ENTRIES);
  const column = (): readonly number[] => Array.from({ length: count }, next);
  let last = 0;
  const ids = column().map((step) => (last += step));
  const [runs, lengths, offsets] = [column(), column(), column()];
  const entries: Entry[] = [];
  for (const [index, id] of ids.entries()) {
    const before = entries[index - 1];
    const stored = offsets[index] ?? 0;
    const offset = stored === 0 && before ? before.offset + before.length : stored - 1;
    entries.push({ id, offset, length: lengths[index] ?? 0, run: runs[index] ?? 0 });
  }
  return entries;
}
