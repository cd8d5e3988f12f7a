import { host, type Timer } from '@rastro/base/host';
import type { ReportWorker } from './report-worker.ts';

type IdleWorker = Pick<ReportWorker, 'remembers' | 'lane' | 'hasJobs' | 'end'>;

/** Sums and stretches that a thread remembers, from which on its memory is worth that of the thread. */
const MUCH = 5000;

/** Threads without work. One that stays so ends and gives its memory back: a few dozen MiB. */
export class IdleWorkers<Worker extends IdleWorker> {
  readonly #times: { readonly quietMs: number; readonly memoryMs: number };
  readonly #forget: (worker: Worker) => void;
  readonly #timers = new Map<Worker, Timer>();
  readonly #ending = new Set<Promise<void>>();

  /**
   * @param times Milliseconds without work after which a thread ends: any, and one that remembers much of a fleet.
   * @param forget Called when a thread ends, before it has ended: it takes no further job.
   */
  constructor(
    times: { readonly quietMs: number; readonly memoryMs: number },
    forget: (worker: Worker) => void,
  ) {
    this.#times = times;
    this.#forget = forget;
  }

  push(worker: Worker): void {
    const { quietMs, memoryMs } = this.#times;
    const afterMs = worker.remembers >= MUCH ? memoryMs : quietMs;
    const timer = host.setTimeout(() => this.#quiet(worker, timer), afterMs).unref();
    this.#timers.set(worker, timer);
  }

  /** The last that has worked, so that the others become quiet; before it the one that had this lane last. */
  pop(lane?: number): Worker | null {
    const all = [...this.#timers];
    const ofLane = lane === undefined ? undefined : all.findLast(([worker]) => worker.lane === lane);
    const last = ofLane ?? all.at(-1);
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
  #quiet(worker: Worker, timer: Timer): void {
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
