import { host } from '@rastro/base/host';
import type { StorageLocation } from '@rastro/storage';
import type { Places } from '../../geocoding/places.ts';
import { REPORT_KINDS } from '../kinds/registry.ts';
import type { ThreadJob } from '../request/report-job.ts';
import { IdleWorkers } from './idle-workers.ts';
import { ReportError, ReportWorker } from './report-worker.ts';
import { SpareWorkers } from './spare-workers.ts';

/** For whom a report is made, and until when it is wanted. */
export interface ReportFor {
  /** Account whose share of the threads it takes. */
  readonly userId: number;
  readonly signal: AbortSignal;
  /** The same devices come in the same lane each time: the thread that had it last remembers what it read of them. */
  readonly lane?: number;
}
interface Waiting {
  readonly userId: number;
  readonly take: (worker: ReportWorker | null) => void;
}

interface PoolOptions {
  /** Texts for places. */
  readonly places: Pick<Places, 'want' | 'townTables'>;
  /** Longest time for which a reader may take nothing, milliseconds. */
  readonly parkMs?: number;
  /** Time without work after which a thread ends, milliseconds. */
  readonly quietMs?: number;
  /** The same of a thread that remembers much of a large fleet, which takes seconds to read again. */
  readonly memoryMs?: number;
  /** Awaited before a report about some devices is made: their derived history must include all late records. */
  readonly settled?: (deviceIds: readonly number[]) => Promise<void>;
}

/** A reader who takes nothing for this long gives way to the next, and continues when they read again. */
const PARK_MS = 1000;
const QUIET_MS = 60_000;
const MEMORY_MS = 3_600_000;
/** A report without names of towns is better than one that comes late. */
const TOWNS_MS = 300;

/**
 * Makes reports in threads of their own, apart from ingest and other requests. A long report is many jobs, so that a
 * short one never waits for all of it; the user with the fewest jobs running is next, then the first in the queue.
 */
export class ReportPool {
  readonly size: number;
  readonly #location: StorageLocation;
  readonly #parkMs: number;
  readonly #places: PoolOptions['places'];
  readonly #settled: (deviceIds: readonly number[]) => Promise<void>;
  readonly #idle: IdleWorkers<ReportWorker>;
  readonly #all = new Set<ReportWorker>();
  readonly #waiting: Waiting[] = [];
  /** Jobs at work, by account. */
  readonly #atWork = new Map<number, number>();
  readonly #spare = new SpareWorkers();
  #closed = false;

  constructor(location: StorageLocation, size: number, options: PoolOptions) {
    const { places, parkMs = PARK_MS, quietMs = QUIET_MS, memoryMs = MEMORY_MS, settled } = options;
    this.#idle = new IdleWorkers({ quietMs, memoryMs }, (worker) => this.#all.delete(worker));
    this.#places = places;
    this.#location = location;
    this.size = size;
    this.#parkMs = parkMs;
    this.#settled = settled ?? (async () => {});
  }

  /** Threads that work or wait for work. */
  get threads(): number {
    return this.#all.size;
  }

  /**
   * The pieces of a report; the thread works only as fast as they are taken.
   * @throws ReportError; the signal's reason when it aborts.
   */
  async *make(job: ThreadJob, { userId, signal, lane }: ReportFor): AsyncGenerator<string | Uint8Array> {
    const [towns] = await Promise.all([
      job.type !== 'track' && REPORT_KINDS[job.type].namesPlaces ? this.#places.townTables(TOWNS_MS) : null,
      this.#settled(job.devices.map(({ id }) => id)),
    ]);
    const worker = await this.#worker(userId, signal, lane);
    if (worker && lane !== undefined) worker.lane = lane;
    if (towns) worker?.useTowns(towns);
    const task = worker && this.#beginTask(worker, userId);
    try {
      signal.throwIfAborted();
      if (!worker) throw new ReportError('THREAD');
      for await (const piece of worker.make(job, signal)) {
        const parking = host.setTimeout(() => task?.end(), this.#parkMs);
        try {
          yield piece;
        } finally {
          host.clearTimeout(parking);
        }
      }
    } finally {
      task?.end();
    }
  }

  /**
   * The pieces of a job that only speeds another one up: made by a spare thread, and interrupted when another job needs
   * the thread. Repeated from its beginning when a thread is spare again, so it must find its earlier results.
   * @throws ReportError; the signal's reason when it aborts.
   */
  async *makeSpare(job: ThreadJob, { userId, signal }: ReportFor): AsyncGenerator<string | Uint8Array> {
    for (;;) {
      const spare = await this.#spare.wait(() => this.#free(), signal);
      if (!spare) return;
      const task = this.#beginTask(spare.worker, userId);
      spare.signal.addEventListener('abort', () => task.end(), { once: true });
      try {
        yield* spare.worker.make(job, spare.signal);
        return;
      } catch (error) {
        signal.throwIfAborted();
        if (!spare.signal.aborted) throw error;
      } finally {
        spare.end();
        task.end();
      }
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#spare.close();
    for (const { take } of this.#waiting.splice(0)) take(null);
    await Promise.all([this.#idle.close(), ...[...this.#all].map((worker) => worker.end())]);
  }

  async #worker(userId: number, signal: AbortSignal, lane?: number): Promise<ReportWorker | null> {
    if (this.#closed || signal.aborted) return null;
    const free = this.#free(lane);
    if (free) return free;
    return new Promise((resolve) => {
      const gone = (): void => {
        const at = this.#waiting.indexOf(waiting);
        if (at < 0) return;
        this.#waiting.splice(at, 1);
        resolve(null);
      };
      const take = (worker: ReportWorker | null): void => {
        signal.removeEventListener('abort', gone);
        resolve(worker);
      };
      const waiting: Waiting = { userId, take };
      this.#waiting.push(waiting);
      signal.addEventListener('abort', gone, { once: true });
      this.#spare.callBack();
    });
  }
  #free(lane?: number): ReportWorker | null {
    return this.#idle.pop(lane) ?? (this.#all.size < this.size ? this.#start() : null);
  }

  #start(): ReportWorker {
    const worker = new ReportWorker(this.#location, (cells) => this.#places.want(cells));
    this.#all.add(worker);
    return worker;
  }

  #beginTask(worker: ReportWorker, userId: number): { end(): void } {
    this.#atWork.set(userId, (this.#atWork.get(userId) ?? 0) + 1);
    let isOver = false;
    return {
      end: () => {
        if (isOver) return;
        isOver = true;
        const left = (this.#atWork.get(userId) ?? 1) - 1;
        if (left > 0) this.#atWork.set(userId, left);
        else this.#atWork.delete(userId);
        this.#give(worker);
      },
    };
  }

  /** A thread that died is replaced; others take the next job. */
  #give(worker: ReportWorker): void {
    let next: ReportWorker | null = worker;
    if (worker.isDead) {
      this.#all.delete(worker);
      next = this.#waiting.length > 0 && !this.#closed ? this.#start() : null;
    }
    const waiting = this.#next();
    if (waiting) waiting.take(next);
    else if (next && !this.#spare.take(next)) this.#idle.push(next);
  }

  /** Of the users with the fewest jobs running, the one who has waited longest. */
  #next(): Waiting | null {
    let best = -1;
    let fewest = Number.POSITIVE_INFINITY;
    for (const [at, { userId }] of this.#waiting.entries()) {
      const jobs = this.#atWork.get(userId) ?? 0;
      if (jobs >= fewest) continue;
      fewest = jobs;
      best = at;
    }
    return best < 0 ? null : (this.#waiting.splice(best, 1)[0] ?? null);
  }
}
