import { randomToken } from '@rastro/base';
import { mkdir, open, readdir, readFile, unlink, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeEntry, decodeHead, encodeEntry, encodeHead, type RingEntry } from './ring-segment.ts';

export interface RingOptions {
  readonly folder: string;
  /** Of a segment: a file that is removed as a whole. */
  readonly segmentBytes: number;
  /** Segments that are kept; the oldest goes when there are more. */
  readonly segments: number;
}
interface Place {
  readonly segment: number;
  readonly offset: number;
  readonly length: number;
}
interface Waiting {
  readonly entry: RingEntry;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

const ENDING = '.ring';

/**
 * The newest bundles of a node of ingest, in files: what a stream has lost can be read again. An entry is on the disk
 * when `append` resolves; those that wait share a sync. Numbers go on after a restart. When the end of the newest file
 * is not whole, or nothing is there, a new life begins: numbers that may have been used are not used again.
 */
export class BundleRing {
  readonly #options: RingOptions;
  /** By life and partition, then by number. */
  readonly #places = new Map<string, Map<number, Place>>();
  /** Segments on the disk, oldest first, with what they hold. */
  readonly #segments = new Map<number, { readonly key: string; readonly number: number }[]>();
  readonly #numbers = new Map<number, number>();
  #life = randomToken(8);
  #file: FileHandle | null = null;
  #segment = 0;
  #size = 0;
  #waiting: Waiting[] = [];
  #isWriting = false;
  #writing: Promise<void> = Promise.resolve();

  private constructor(options: RingOptions) {
    this.#options = options;
  }
  static async open(options: RingOptions): Promise<BundleRing> {
    const ring = new BundleRing(options);
    await mkdir(options.folder, { recursive: true });
    await ring.#load();
    await ring.#nextSegment();
    return ring;
  }

  /** Tells numbers from those of an earlier life. */
  get life(): string {
    return this.#life;
  }
  /** The next number of a partition; it is used up when `append` resolves. */
  nextNumber(partition: number): number {
    return (this.#numbers.get(partition) ?? 0) + 1;
  }
  /** Resolves when it is on the disk. */
  append(partition: number, number: number, body: Uint8Array): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ entry: { partition, number, body }, resolve, reject });
      if (!this.#isWriting) this.#writing = this.#write();
    });
  }
  /** @returns the bundle as it traveled; null = the ring has it no more. */
  async read(life: string, partition: number, number: number): Promise<Uint8Array | null> {
    const place = this.#places.get(`${life} ${partition}`)?.get(number);
    if (!place) return null;
    const file = await open(this.#pathOf(place.segment)).catch(() => null);
    if (!file) return null;
    try {
      const { buffer } = await file.read(Buffer.alloc(place.length), 0, place.length, place.offset);
      return decodeEntry(buffer, 0)?.body ?? null;
    } finally {
      await file.close();
    }
  }
  async close(): Promise<void> {
    await this.#writing;
    await this.#file?.close();
    this.#file = null;
  }

  async #load(): Promise<void> {
    const names = (await readdir(this.#options.folder)).filter((name) => name.endsWith(ENDING));
    const segments = names.map((name) => Number.parseInt(name, 10)).toSorted((a, b) => a - b);
    let isWhole = false;
    for (const segment of segments) {
      isWhole = this.#index(segment, await readFile(this.#pathOf(segment)));
      this.#segment = segment;
    }
    if (isWhole) return;
    this.#life = randomToken(8);
    this.#numbers.clear();
  }
  /** @returns true when every byte of the segment belongs to an intact entry. */
  #index(segment: number, bytes: Buffer): boolean {
    this.#segments.set(segment, []);
    const first = decodeEntry(bytes, 0);
    const head = decodeHead(first);
    if (!first || !head) return false;
    if (head.life !== this.#life) this.#numbers.clear();
    this.#life = head.life;
    for (const [partition, number] of head.numbers) this.#numbers.set(partition, number);
    let offset = first.bytes;
    for (let entry; (entry = decodeEntry(bytes, offset)); offset += entry.bytes) {
      this.#numbers.set(entry.partition, entry.number);
      this.#note(entry, { segment, offset, length: entry.bytes });
    }
    return offset === bytes.length;
  }
  #note({ partition, number }: RingEntry, place: Place): void {
    const key = `${this.#life} ${partition}`;
    const places = this.#places.get(key) ?? new Map<number, Place>();
    this.#places.set(key, places.set(number, place));
    this.#segments.get(place.segment)?.push({ key, number });
  }

  async #write(): Promise<void> {
    this.#isWriting = true;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      try {
        await this.#append(batch.map(({ entry }) => entry));
        for (const { resolve } of batch) resolve();
      } catch (error) {
        // What part of it is there is unknown: nothing follows it in this file.
        this.#size = Infinity;
        for (const { reject } of batch) reject(error);
      }
    }
    this.#isWriting = false;
  }
  async #append(entries: readonly RingEntry[]): Promise<void> {
    if (this.#size >= this.#options.segmentBytes || !this.#file) await this.#nextSegment();
    const file = this.#file;
    if (!file) throw new Error('Cannot write into the ring: it is closed');
    const chunks = entries.map(encodeEntry);
    await file.writev(chunks);
    await file.datasync();
    for (const [i, entry] of entries.entries()) {
      const length = chunks[i]?.length ?? 0;
      this.#numbers.set(entry.partition, entry.number);
      this.#note(entry, { segment: this.#segment, offset: this.#size, length });
      this.#size += length;
    }
  }
  async #nextSegment(): Promise<void> {
    await this.#file?.close();
    this.#file = null;
    this.#segment++;
    const file = await open(this.#pathOf(this.#segment), 'wx');
    const head = encodeHead({ life: this.#life, numbers: [...this.#numbers] });
    await file.write(head);
    await file.datasync();
    const folder = await open(this.#options.folder);
    await folder.sync().finally(() => folder.close());
    this.#file = file;
    this.#size = head.length;
    this.#segments.set(this.#segment, []);
    for (const [segment, entries] of this.#segments) {
      if (this.#segments.size <= this.#options.segments) break;
      for (const { key, number } of entries) this.#places.get(key)?.delete(number);
      this.#segments.delete(segment);
      await unlink(this.#pathOf(segment));
    }
  }
  #pathOf(segment: number): string {
    return join(this.#options.folder, `${String(segment).padStart(10, '0')}${ENDING}`);
  }
}
