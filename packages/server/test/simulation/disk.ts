import type { Random } from '@rastro/simulator';
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
  /** Calls that may fail. */
  failing = 0;
  /** Commits that are stored and answered with an error. */
  losing = 0;
  /** Kinds of writes that there were. */
  readonly writes = new Set<string>();
  /** Called once, at the next write of a kind. */
  #atWrite: { readonly kind: string; readonly work: () => void } | null = null;
  readonly #scheduler: Scheduler;
  readonly #random: Random;

  constructor(scheduler: Scheduler, random: Random) {
    this.#scheduler = scheduler;
    this.#random = random;
  }

  delayMs(role: string): number {
    const usual = this.#random.between(0.1, 3);
    if (role === 'trips') return usual;
    if (this.#scheduler.now < this.flakyUntil) return usual + this.#random.between(0, FLAKY_MS);
    return this.#scheduler.now < this.slowUntil ? usual + this.#random.between(0, this.slowMs) : usual;
  }

  /** Does something at the next write of one of the kinds that there were: each is as likely, however rare it is. */
  atWrite(work: () => void): void {
    const kinds = [...this.writes];
    this.#atWrite = { kind: kinds[Math.floor(this.#random.next() * kinds.length)] ?? '', work };
  }

  faultOf(role: string, { method }: ThreadCall): CallFault {
    if (!WRITES.has(role) || method === 'close') return null;
    this.#note(`${role} ${method}`);
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

  #note(kind: string): void {
    this.writes.add(kind);
    if (this.#atWrite?.kind !== kind) return;
    this.#atWrite.work();
    this.#atWrite = null;
  }

  heal(): void {
    this.#atWrite = null;
    this.fullUntil = this.slowUntil = this.flakyUntil = this.failing = this.losing = 0;
  }
}
