import { host, type Timer } from '@rastro/base/host';
import type { ReportWorker } from './report-worker.ts';

/** Threads without work. One that stays so ends and gives its memory back: a few dozen MiB. */
export class IdleWorkers {
  readonly #quietMs: number;
  readonly #forget: (worker: ReportWorker) => void;
  readonly #timers = new Map<ReportWorker, Timer>();
  readonly #ending = new Set<Promise<void>>();

  /** @param forget Called when a thread ends, before it has ended: it takes no further job. */
  constructor(quietMs: number, forget: (worker: ReportWorker) => void) {
    this.#quietMs = quietMs;
    this.#forget = forget;
  }

  push(worker: ReportWorker): void {
    const timer = host.setTimeout(() => this.#quiet(worker, timer), this.#quietMs).unref();
    this.#timers.set(worker, timer);
  }

  /** The last that has worked, so that the others become quiet. */
  pop(): ReportWorker | null {
    const last = [...this.#timers].at(-1);
    if (!last) return null;
    const [worker, timer] = last;
    this.#timers.delete(worker);
    host.clearTimeout(timer);
    return worker;
  }

  /** Resolves when the threads that were ending have ended. */
  async close(): Promise<void> {
    for (const timer of this.#timers.values()) host.clearTimeout(timer);
    this.#timers.clear();
    await Promise.all(this.#ending);
  }

  /** A job whose reader has stopped reading may still wait in a thread without work. */
  #quiet(worker: ReportWorker, timer: Timer): void {
    if (worker.hasJobs) {
      timer.refresh();
      return;
    }
    this.#timers.delete(worker);
    this.#forget(worker);
    const ended = worker.end().finally(() => this.#ending.delete(ended));
    this.#ending.add(ended);
  }
}
