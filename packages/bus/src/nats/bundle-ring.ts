import { randomToken } from '@rastro/base';
import { mkdir, open, readdir, readFile, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeEntry, decodeHead, encodeEntry, encodeHead, type RingEntry } from './ring-segment.ts';

export interface RingOptions {
  readonly folder: string;
  /** Of a segment: a file that is removed as a whole. */
  readonly segmentBytes: number;
  /** So many full segments are the bound of the ring: before it would be passed, the oldest ones go. */
  readonly segments: number;
}
/** The last bundle of a partition in an earlier life of the ring. */
export interface FormerLast {
  readonly life: string;
  readonly partition: number;
  readonly number: number;
}
interface Place {
  readonly segment: number;
  readonly offset: number;
  readonly length: number;
}
/** Contents of a segment. */
interface Held {
  bytes: number;
  readonly entries: { readonly key: string; readonly number: number }[];
}
interface Waiting {
  readonly bytes: Uint8Array;
  readonly entry: RingEntry;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

const ENDING = '.ring';

/**
 * The newest bundles of a node of ingest, in files: what a stream has lost can be read again. An entry is on the disk
 * when `append` resolves; those that wait share a sync. Each opening begins a new life, and numbers belong to a life:
 * none is used twice, be the files torn, gone, or copied back from an older state.
 */
export class BundleRing {
  /** Tells numbers from those of earlier lives. */
  readonly life = randomToken(8);
  readonly #options: RingOptions;
  /** By life, then by partition, then by number; rising. */
  readonly #places = new Map<string, Map<number, Map<number, Place>>>();
  /** Oldest first. */
  readonly #segments = new Map<number, Held>();
  #file: FileHandle | null = null;
  #segment = 0;
  #waiting: Waiting[] = [];
  #isClaimed = false;
  #isWriting = false;
  #writing: Promise<void> = Promise.resolve();
  #isClosed = false;

  private constructor(options: RingOptions) {
    this.#options = options;
  }
  static async open(options: RingOptions): Promise<BundleRing> {
    const ring = new BundleRing(options);
    await mkdir(options.folder, { recursive: true });
    await ring.#load();
    return ring;
  }

  /** Numbers of a life come from one publisher. @throws Error for a second one. */
  claim(): void {
    if (this.#isClaimed) throw new Error('Cannot publish: this ring has a publisher');
    this.#isClaimed = true;
  }
  /** Resolves when it is on the disk. */
  append(partition: number, number: number, body: Uint8Array): Promise<void> {
    const entry = { partition, number, body };
    return new Promise((resolve, reject) => {
      this.#waiting.push({ bytes: encodeEntry(entry), entry, resolve, reject });
      if (!this.#isWriting) this.#writing = this.#write();
    });
  }
  /** @returns the bundle as it traveled; null = the ring has it no more. */
  async read(life: string, partition: number, number: number): Promise<Uint8Array | null> {
    const place = this.#places.get(life)?.get(partition)?.get(number);
    if (!place) return null;
    const file = await open(this.#pathOf(place.segment)).catch(noneIfMissing);
    if (!file) return null;
    try {
      const { buffer } = await file.read(Buffer.alloc(place.length), 0, place.length, place.offset);
      return decodeEntry(buffer, 0)?.body ?? null;
    } finally {
      await file.close();
    }
  }
  /** @returns numbers of a range that the ring has, rising. */
  numbersOf(life: string, partition: number, first: number, last: number): readonly number[] {
    const places = this.#places.get(life)?.get(partition);
    return places ? [...places.keys()].filter((number) => number >= first && number <= last) : [];
  }
  /** @returns the ends of the newest earlier lives, oldest first: nothing comes after them by which a loss is noticed. */
  formerLasts(lives: number): readonly FormerLast[] {
    const former = [...this.#places.keys()].filter((life) => life !== this.life).slice(-lives);
    return former.flatMap((life) =>
      [...(this.#places.get(life) ?? [])].flatMap(([partition, places]) => {
        const number = [...places.keys()].at(-1);
        return number === undefined ? [] : [{ life, partition, number }];
      }),
    );
  }
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#writing;
    await this.#file?.close();
    this.#file = null;
  }

  async #load(): Promise<void> {
    const names = (await readdir(this.#options.folder)).filter((name) => name.endsWith(ENDING));
    for (const segment of names.map((name) => Number.parseInt(name, 10)).toSorted((a, b) => a - b)) {
      this.#index(segment, await readFile(this.#pathOf(segment)));
      this.#segment = segment;
    }
  }
  /** Notes what is intact, up to the first damage. */
  #index(segment: number, bytes: Buffer): void {
    this.#segments.set(segment, { bytes: bytes.length, entries: [] });
    const first = decodeEntry(bytes, 0);
    const life = decodeHead(first);
    if (!first || life === null) return;
    let offset = first.bytes;
    for (let entry; (entry = decodeEntry(bytes, offset)); offset += entry.bytes)
      this.#note(life, entry, { segment, offset, length: entry.bytes });
  }
  #note(life: string, { partition, number }: RingEntry, place: Place): void {
    const partitions = this.#places.get(life) ?? new Map<number, Map<number, Place>>();
    const places = partitions.get(partition) ?? new Map<number, Place>();
    this.#places.set(life, partitions.set(partition, places.set(number, place)));
    this.#segments.get(place.segment)?.entries.push({ key: `${life} ${partition}`, number });
  }

  async #write(): Promise<void> {
    this.#isWriting = true;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      try {
        await this.#append(batch);
        for (const { resolve } of batch) resolve();
      } catch (error) {
        // What part of it is there is unknown: nothing follows it in this file.
        await this.#leaveFile().catch(() => null);
        for (const { reject } of batch) reject(error);
      }
    }
    this.#isWriting = false;
  }
  async #append(batch: readonly Waiting[]): Promise<void> {
    if (this.#isClosed) throw new Error('Cannot write into the ring: it is closed');
    if (!this.#file || this.#held.bytes >= this.#options.segmentBytes) await this.#nextSegment();
    const bytes = Buffer.concat(batch.map((waiting) => waiting.bytes));
    await this.#makeRoom(bytes.length);
    await this.#put(bytes);
    let offset = this.#held.bytes - bytes.length;
    for (const { entry, bytes: own } of batch) {
      this.#note(this.life, entry, { segment: this.#segment, offset, length: own.length });
      offset += own.length;
    }
  }
  get #held(): Held {
    return this.#segments.get(this.#segment) ?? { bytes: 0, entries: [] };
  }
  async #put(bytes: Buffer): Promise<void> {
    const file = this.#file;
    if (!file) throw new Error('Cannot write into the ring: no segment is open');
    this.#held.bytes += bytes.length;
    const { bytesWritten } = await file.write(bytes);
    if (bytesWritten < bytes.length) throw new Error('Cannot write into the ring: the disk took a part only');
    await file.datasync();
  }
  async #leaveFile(): Promise<void> {
    const file = this.#file;
    this.#file = null;
    await file?.close();
  }
  async #nextSegment(): Promise<void> {
    await this.#leaveFile();
    await this.#makeRoom(0);
    const { file, segment } = await this.#newFile();
    const head = encodeHead(this.life);
    try {
      await file.writeFile(head);
      await file.datasync();
      const folder = await open(this.#options.folder);
      await folder.sync().finally(() => folder.close());
    } catch (error) {
      await file.close();
      await rm(this.#pathOf(segment), { force: true });
      throw error;
    }
    this.#file = file;
    this.#segment = segment;
    this.#segments.set(segment, { bytes: head.length, entries: [] });
  }
  /** An older process may not have ended yet, and write its own files. */
  async #newFile(): Promise<{ readonly file: FileHandle; readonly segment: number }> {
    for (let segment = this.#segment + 1; ; segment++) {
      const file = await open(this.#pathOf(segment), 'wx').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'EEXIST') return null;
        throw error;
      });
      if (file) return { file, segment };
    }
  }
  /** Removes the oldest segments, never the one that is written. */
  async #makeRoom(forBytes: number): Promise<void> {
    const bound = this.#options.segmentBytes * this.#options.segments;
    let bytes = forBytes;
    for (const held of this.#segments.values()) bytes += held.bytes;
    for (const [segment, held] of this.#segments) {
      if (bytes <= bound || (this.#file && segment === this.#segment)) break;
      await rm(this.#pathOf(segment), { force: true });
      this.#segments.delete(segment);
      bytes -= held.bytes;
      this.#forget(held);
    }
  }
  #forget({ entries }: Held): void {
    for (const { key, number } of entries) {
      const [life = '', partition] = key.split(' ');
      const partitions = this.#places.get(life);
      const places = partitions?.get(Number(partition));
      places?.delete(number);
      if (places?.size === 0) partitions?.delete(Number(partition));
      if (partitions?.size === 0) this.#places.delete(life);
    }
  }
  #pathOf(segment: number): string {
    return join(this.#options.folder, `${String(segment).padStart(10, '0')}${ENDING}`);
  }
}

function noneIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
