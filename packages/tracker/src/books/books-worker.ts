import { Worker } from 'node:worker_threads';
import { StorageError, type StorageLocation } from '@rastro/storage';
import type { FoldAnswer, FoldOrder } from './books-thread.ts';
import type { BookDevice, Folded } from './fold-device.ts';

/** The thread in which books are worked out, beside everything else. Started when it is first needed. */
export class BooksWorker {
  readonly #location: StorageLocation;
  readonly #waiting = new Map<number, PromiseWithResolvers<readonly Folded[]>>();
  #worker: Worker | null = null;
  #lastId = 0;
  #isClosed = false;

  constructor(location: StorageLocation) {
    this.#location = location;
  }

  /** @throws StorageError UNAVAILABLE when the store or the thread fails, CLOSED after `close`. */
  fold(devices: readonly BookDevice[], maxRows: number): Promise<readonly Folded[]> {
    if (this.#isClosed) return Promise.reject(new StorageError('keep books', 'CLOSED'));
    this.#worker ??= this.#start();
    const id = ++this.#lastId;
    const waiting = Promise.withResolvers<readonly Folded[]>();
    this.#waiting.set(id, waiting);
    this.#worker.postMessage({ id, devices, maxRows } satisfies FoldOrder);
    return waiting.promise;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#worker?.terminate();
    this.#giveUp(new StorageError('keep books', 'CLOSED'));
  }

  #start(): Worker {
    const worker = new Worker(new URL('./books-thread.ts', import.meta.url), {
      workerData: this.#location,
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    });
    worker.on('message', (answer: FoldAnswer) => this.#settle(answer));
    worker.on('error', (cause) => this.#die(worker, cause));
    worker.on('exit', () => this.#die(worker, null));
    worker.unref();
    return worker;
  }

  #settle({ id, folded, error }: FoldAnswer): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (folded) waiting?.resolve(folded);
    else waiting?.reject(new StorageError('keep books', 'UNAVAILABLE', { cause: error }));
  }
  #die(worker: Worker, cause: unknown): void {
    if (this.#worker === worker) this.#worker = null;
    this.#giveUp(new StorageError('keep books', 'UNAVAILABLE', { cause }));
  }
  #giveUp(error: StorageError): void {
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}
