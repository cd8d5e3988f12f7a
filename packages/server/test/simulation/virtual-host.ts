import type { Host, Timer } from '@rastro/base/host';
import type { Random } from '@rastro/simulator';
import type { Life, Scheduler, Task } from './scheduler.ts';

/** Time, timers and chance of one server process. */
export class VirtualHost implements Host {
  readonly #scheduler: Scheduler;
  readonly #random: Random;
  readonly #epoch: number;
  /** The process that runs now. */
  life: Life;
  /** By how much somebody has set its clock, ms. */
  clockOffset = 0;
  /** Sleep of the whole world, ms: its time went on, and nothing happened. */
  sleptMs = 0;
  /** Decides about each timer whether it is lost; for planted bugs. */
  losesTimer: (ms: number) => boolean = () => false;

  /** @param epoch Time of the world at the start, ms since 1970. */
  constructor(scheduler: Scheduler, random: Random, { epoch, life }: { epoch: number; life: Life }) {
    this.#scheduler = scheduler;
    this.#random = random;
    this.#epoch = epoch;
    this.life = life;
  }

  /** Time of the world, ms since 1970. */
  trueTime(): number {
    return Math.floor(this.#epoch + this.#scheduler.now + this.sleptMs);
  }
  now(): number {
    return this.trueTime() + this.clockOffset;
  }
  elapsed(): number {
    return this.#scheduler.now;
  }
  setTimeout(work: () => void, ms: number): Timer {
    return new VirtualTimer(this.#scheduler, { life: this.life, work, ms, isLost: this.losesTimer(ms) });
  }
  clearTimeout(timer: Timer | null | undefined): void {
    timer?.[Symbol.dispose]();
  }
  setInterval(work: () => void, ms: number): Timer {
    const timer: Timer = this.setTimeout(() => {
      timer.refresh();
      work();
    }, ms);
    return timer;
  }
  clearInterval(timer: Timer | null | undefined): void {
    timer?.[Symbol.dispose]();
  }
  setImmediate(work: () => void): void {
    this.#scheduler.after(0, this.life, work);
  }
  timeout(ms: number): AbortSignal {
    const controller = new AbortController();
    this.#scheduler.after(ms, this.life, () =>
      controller.abort(new DOMException('The operation timed out', 'TimeoutError')),
    );
    return controller.signal;
  }
  random(): number {
    return this.#random.next();
  }
  randomBytes(count: number): Uint8Array<ArrayBuffer> {
    return Uint8Array.from({ length: count }, () => Math.floor(this.#random.next() * 256));
  }
}

interface TimerPlan {
  readonly life: Life;
  readonly work: () => void;
  readonly ms: number;
  readonly isLost: boolean;
}

class VirtualTimer implements Timer {
  readonly #scheduler: Scheduler;
  readonly #plan: TimerPlan;
  #task: Task | null = null;

  constructor(scheduler: Scheduler, plan: TimerPlan) {
    this.#scheduler = scheduler;
    this.#plan = plan;
    this.refresh();
  }
  unref(): Timer {
    return this;
  }
  refresh(): Timer {
    this[Symbol.dispose]();
    const { life, work, ms, isLost } = this.#plan;
    // As Node does: less than a millisecond is one.
    if (!isLost) this.#task = this.#scheduler.after(Math.max(1, Math.trunc(ms)), life, work);
    return this;
  }
  [Symbol.dispose](): void {
    if (this.#task) this.#task.work = null;
  }
}
