import { type Timer, host } from '@rastro/base/host';
import type { Clock } from '@rastro/base';
import type { CopyProgress } from './history-copy.ts';

interface Job {
  readonly userId: number;
  readonly progress: CopyProgress;
  readonly done: Promise<void>;
  readonly ending: AbortController;
  wantedAt: number;
}
type Work = (progress: CopyProgress, signal: AbortSignal) => Promise<void>;

/** A request waits this long; then its reader is asked to come again, so that no proxy in between gives up. */
const PATIENCE_MS = 15_000;
/** Work that nobody has asked for again since ends. */
const UNWANTED_MS = 60_000;
const SWEEP_MS = 5000;

/** The history that a request needs is not there yet; it is being read. */
export class HistoryNotReadyError extends Error {
  override readonly name = 'HistoryNotReadyError';
}

/**
 * Copying that may take longer than a request: it goes on while its reader comes again, and ends when nobody does. The
 * same request twice is one job.
 */
export class CopyJobs {
  readonly #clock: Clock;
  readonly #jobs = new Map<string, Job>();
  readonly #sweep: Timer;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#sweep = host.setInterval(() => this.#endUnwanted(), SWEEP_MS);
    this.#sweep.unref();
  }

  /** Resolves when the work is done. @throws HistoryNotReadyError when it takes longer; the error of the work. */
  async run(userId: number, key: string, work: Work): Promise<void> {
    const name = `${userId} ${key}`;
    const job = this.#jobs.get(name) ?? this.#start(userId, name, work);
    job.wantedAt = this.#clock.now();
    const patience = Promise.withResolvers<never>();
    const timer = host.setTimeout(() => patience.reject(new HistoryNotReadyError()), PATIENCE_MS);
    try {
      await Promise.race([job.done, patience.promise]);
    } finally {
      host.clearTimeout(timer);
    }
  }

  /** Sum of all work for a user; null = there is none. */
  progressOf(userId: number): CopyProgress | null {
    const own = [...this.#jobs.values()]
      .filter((job) => job.userId === userId)
      .map(({ progress }) => progress);
    if (own.length === 0) return null;
    return own.reduce((sum, { total, done }) => ({ total: sum.total + total, done: sum.done + done }), {
      total: 0,
      done: 0,
    });
  }

  close(): void {
    host.clearInterval(this.#sweep);
    for (const { ending } of this.#jobs.values()) ending.abort(new Error('The server is closing'));
  }

  #start(userId: number, name: string, work: Work): Job {
    const ending = new AbortController();
    const progress: CopyProgress = { total: 0, done: 0 };
    const done = work(progress, ending.signal).finally(() => this.#jobs.delete(name));
    // Its readers get the error; there may be none any more.
    done.catch(() => undefined);
    const job: Job = { userId, progress, done, ending, wantedAt: this.#clock.now() };
    this.#jobs.set(name, job);
    return job;
  }

  #endUnwanted(): void {
    const oldest = this.#clock.now() - UNWANTED_MS;
    for (const { wantedAt, ending } of this.#jobs.values())
      if (wantedAt < oldest) ending.abort(new Error('Nobody waits for it any more'));
  }
}
