import type { Random } from '@rastro/simulator';
import type { Moments } from './moments.ts';
import type { Scheduler } from './scheduler.ts';
import type { CallFault, ThreadCall } from './virtual-threads.ts';

/** Threads that write. */
const WRITES: ReadonlySet<string> = new Set(['writer', 'extension']);

const FLAKY = 0.2;
const FLAKY_MS = 2000;

/** State of the disk: how fast it is, and what it rejects. */
export class Disk {
  fullUntil = 0;
  slowUntil = 0;
  slowMs = 0;
  /** Until then it is slow, and some commits fail. */
  flakyUntil = 0;
  /** Until then no call gets through. */
  hangsUntil = 0;
  /** Calls that may fail. */
  failing = 0;
  /** Commits that are stored and answered with an error. */
  losing = 0;
  readonly #scheduler: Scheduler;
  readonly #random: Random;
  readonly #moments: Moments;

  constructor(scheduler: Scheduler, { random, moments }: { random: Random; moments: Moments }) {
    this.#scheduler = scheduler;
    this.#random = random;
    this.#moments = moments;
  }

  delayMs(role: string): number {
    const usual = this.#random.between(0.1, 3);
    if (role === 'trips') return usual;
    if (this.#scheduler.now < this.hangsUntil) return usual + this.hangsUntil - this.#scheduler.now;
    if (this.#scheduler.now < this.flakyUntil) return usual + this.#random.between(0, FLAKY_MS);
    return this.#scheduler.now < this.slowUntil ? usual + this.#random.between(0, this.slowMs) : usual;
  }

  faultOf(role: string, { method }: ThreadCall): CallFault {
    if (!WRITES.has(role) || method === 'close') return null;
    this.#moments.write(role, method);
    if (this.#scheduler.now < this.fullUntil) return 'fail';
    if (this.failing > 0) {
      this.failing--;
      return this.#random.chance(0.7) ? 'fail' : null;
    }
    if (this.#scheduler.now < this.flakyUntil && method === 'commit')
      return this.#random.chance(FLAKY) ? 'fail' : null;
    if (this.losing > 0 && role === 'writer' && method === 'commit') {
      this.losing--;
      return 'lose-answer';
    }
    return null;
  }

  heal(): void {
    this.fullUntil = this.slowUntil = this.flakyUntil = this.hangsUntil = this.failing = this.losing = 0;
  }
}
