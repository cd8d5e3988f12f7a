import type { ReportWorker } from './report-worker.ts';

interface Spare {
  readonly worker: ReportWorker;
  /** Aborts when another job needs the thread, or the work is no longer wanted. */
  readonly signal: AbortSignal;
  end(): void;
}
interface Waiting {
  readonly signal: AbortSignal;
  readonly take: (spare: Spare | null) => void;
}

/** Lends threads that nobody waits for, and calls them back one by one. */
export class SpareWorkers {
  readonly #waiting: Waiting[] = [];
  readonly #lent = new Set<AbortController>();
  #closed = false;

  /** @param free A thread that is free at once. @returns null when it is not wanted any more. */
  async wait(free: () => ReportWorker | null, signal: AbortSignal): Promise<Spare | null> {
    if (this.#closed || signal.aborted) return null;
    const worker = free();
    return worker ? this.#lend(worker, signal) : this.#next(signal);
  }

  /** Hands a free thread to who waits for one. @returns false = nobody does. */
  take(worker: ReportWorker): boolean {
    const next = this.#waiting.shift();
    next?.take(this.#lend(worker, next.signal));
    return next !== undefined;
  }

  /** A job waits for a thread: of the lent ones the last is called back. */
  callBack(): void {
    const last = [...this.#lent].at(-1);
    if (!last) return;
    this.#lent.delete(last);
    last.abort();
  }

  close(): void {
    this.#closed = true;
    for (const { take } of this.#waiting.splice(0)) take(null);
  }

  #lend(worker: ReportWorker, signal: AbortSignal): Spare {
    const called = new AbortController();
    this.#lent.add(called);
    return {
      worker,
      signal: AbortSignal.any([signal, called.signal]),
      end: () => void this.#lent.delete(called),
    };
  }

  #next(signal: AbortSignal): Promise<Spare | null> {
    return new Promise((resolve) => {
      const gone = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        resolve(null);
      };
      const take = (spare: Spare | null): void => {
        signal.removeEventListener('abort', gone);
        resolve(spare);
      };
      const waiting: Waiting = { signal, take };
      this.#waiting.push(waiting);
      signal.addEventListener('abort', gone, { once: true });
    });
  }
}
