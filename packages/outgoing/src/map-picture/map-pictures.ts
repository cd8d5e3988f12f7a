import { Worker } from 'node:worker_threads';
import { type Timer, host } from '@rastro/base/host';
import type { Place } from './draw-map.ts';

/** Cached pictures: vehicles stand at the same places again and again. */
const MAX_CACHED = 200;
/** More wait for none: their mails go out without. */
const MAX_WAITING = 50;
const PATIENCE_MS = 5000;
/** The thread ends after this time without a request: it holds the map of the world. */
const IDLE_MS = 60_000;
/** Digits of a degree: a hundred meters are invisible in a picture of a region. */
const DIGITS = 3;

/** Draws where things happened, in a thread of its own that lives while it is needed. */
export class MapPictures {
  readonly #folder: string;
  readonly #cache = new Map<string, Uint8Array>();
  readonly #waiting = new Map<number, (bytes: Uint8Array | null) => void>();
  #worker: Worker | null = null;
  #idle: Timer | null = null;
  #last = 0;

  /** @param folder Of the baked world: `coarse.json`, `fine.json`, `inland.json`, `places.json`. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** @returns PNG; null = it cannot be drawn, or too many wait. */
  async draw({ latitude, longitude }: Place): Promise<Uint8Array | null> {
    const key = `${latitude.toFixed(DIGITS)} ${longitude.toFixed(DIGITS)}`;
    const known = this.#cache.get(key);
    if (known) return known;
    if (this.#waiting.size >= MAX_WAITING || !Number.isFinite(latitude + longitude)) return null;
    const bytes = await this.#ask({ latitude, longitude });
    if (bytes === null) return null;
    const [oldest] = this.#cache.keys();
    if (this.#cache.size >= MAX_CACHED && oldest !== undefined) this.#cache.delete(oldest);
    this.#cache.set(key, bytes);
    return bytes;
  }

  async close(): Promise<void> {
    if (this.#idle) host.clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#worker = null;
    this.#giveUp();
    await worker?.terminate();
  }

  #ask(place: Place): Promise<Uint8Array | null> {
    const id = ++this.#last;
    return new Promise((resolve) => {
      const timer = host.setTimeout(() => this.#answer(id, null), PATIENCE_MS);
      this.#waiting.set(id, (bytes) => {
        host.clearTimeout(timer);
        resolve(bytes);
      });
      this.#thread().postMessage({ id, ...place });
    });
  }

  #answer(id: number, bytes: Uint8Array | null): void {
    const answer = this.#waiting.get(id);
    this.#waiting.delete(id);
    answer?.(bytes);
    this.#idle?.refresh();
  }

  #thread(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(new URL('./map-thread.ts', import.meta.url), {
      workerData: { folder: this.#folder },
      resourceLimits: { maxOldGenerationSizeMb: 128 },
    });
    worker.unref();
    worker.on('message', ({ id, bytes }: { id: number; bytes: Uint8Array | null }) =>
      this.#answer(id, bytes),
    );
    const gone = (): void => {
      if (this.#worker !== worker) return;
      this.#worker = null;
      this.#giveUp();
    };
    worker.once('error', gone).once('exit', gone);
    this.#worker = worker;
    this.#idle = host.setTimeout(() => void this.close(), IDLE_MS).unref();
    return worker;
  }

  #giveUp(): void {
    for (const id of this.#waiting.keys()) this.#answer(id, null);
  }
}
