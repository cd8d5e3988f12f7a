import { startThread, type Thread } from '@rastro/base/threads';
import { StorageError, type StorageLocation } from '@rastro/storage';
import type { TripWorkerResponse, TripWorkerRequest, TripWorkerResult, TripJob } from './trips-thread.ts';
import type { TripDevice, ReduceResult } from './reduce-device.ts';
import type { LateReview } from './late-window.ts';

/** The thread in which derived history is computed, apart from everything else. Started when it is first needed. */
export class TripWorker {
  readonly #location: StorageLocation;
  readonly #waiting = new Map<number, PromiseWithResolvers<TripWorkerResult>>();
  #worker: Thread | null = null;
  #lastId = 0;
  #isClosed = false;

  constructor(location: StorageLocation) {
    this.#location = location;
  }

  /** @throws StorageError UNAVAILABLE when the store or the thread fails, CLOSED after `close`. */
  async reduce(devices: readonly TripDevice[], maxRows: number): Promise<readonly ReduceResult[]> {
    return (await this.#ask({ kind: 'reduce', devices, maxRows })).reduced;
  }

  /** The same. @returns those of devices that have any which were not reviewed. */
  async late(devices: readonly TripDevice[]): Promise<readonly LateReview[]> {
    return (await this.#ask({ kind: 'late', devices })).late;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#worker?.terminate();
    this.#giveUp(new StorageError('keep books', 'CLOSED'));
  }

  #ask(tripJob: TripJob): Promise<TripWorkerResult> {
    if (this.#isClosed) return Promise.reject(new StorageError('keep books', 'CLOSED'));
    this.#worker ??= this.#start();
    const id = ++this.#lastId;
    const waiting = Promise.withResolvers<TripWorkerResult>();
    this.#waiting.set(id, waiting);
    this.#worker.postMessage({ id, ...tripJob } satisfies TripWorkerRequest);
    return waiting.promise;
  }

  #start(): Thread {
    const worker = startThread(new URL('./trips-thread.ts', import.meta.url), {
      workerData: this.#location,
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    });
    worker.on('message', (tripWorkerResponse: TripWorkerResponse) => this.#settle(tripWorkerResponse));
    worker.on('error', (cause) => this.#die(worker, cause));
    worker.on('exit', () => this.#die(worker, null));
    worker.unref();
    return worker;
  }

  #settle({ id, result, error }: TripWorkerResponse): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (result) waiting?.resolve(result);
    else waiting?.reject(new StorageError('keep books', 'UNAVAILABLE', { cause: error }));
  }
  #die(worker: Thread, cause: unknown): void {
    if (this.#worker === worker) this.#worker = null;
    this.#giveUp(new StorageError('keep books', 'UNAVAILABLE', { cause }));
  }
  #giveUp(error: StorageError): void {
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}
