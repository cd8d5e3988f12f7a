import { EventEmitter } from 'node:events';
import type { StartThread, Thread, ThreadPort } from '@rastro/base/threads';
import type { Random } from '@rastro/simulator';
import type { Life, Scheduler } from './scheduler.ts';
import type { Trace } from './trace.ts';

/** Call of a database thread, as far as faults look at it. */
export interface ThreadCall {
  readonly id: number;
  readonly method: string;
  readonly args: readonly unknown[];
}
/** Answer instead of the work, or after it. */
export type CallFault = 'fail' | 'lose-answer' | null;

export interface ThreadWorld {
  readonly scheduler: Scheduler;
  readonly random: Random;
  readonly trace: Trace;
  /** The process that runs now. */
  readonly life: () => Life;
  /** Milliseconds that the disk needs for a call. */
  readonly diskMs: (role: string) => number;
  readonly faultOf: (role: string, call: ThreadCall) => CallFault;
}

/** Threads in this thread: the same messages, copied, and answered after a virtual delay. */
export const virtualThreads =
  (world: ThreadWorld): StartThread =>
  (entry, { workerData }) => {
    const role = (workerData as { role?: string }).role ?? 'trips';
    return new VirtualThread(world, { entry, role, workerData }) as unknown as Thread;
  };

/** One direction of messages: in their order, each some time after it was sent. */
class Lane {
  readonly #world: ThreadWorld;
  readonly #life: Life;
  #lastDue = 0;

  constructor(world: ThreadWorld, life: Life) {
    this.#world = world;
    this.#life = life;
  }
  send(delayMs: number, deliver: () => void): void {
    const { scheduler } = this.#world;
    this.#lastDue = Math.max(this.#lastDue, scheduler.now + delayMs);
    scheduler.after(this.#lastDue - scheduler.now, this.#life, deliver);
  }
}

const SQLITE_FULL = 13;
const CLOSE: ThreadCall = { id: -1, method: 'close', args: [] };

class VirtualThread extends EventEmitter {
  readonly #world: ThreadWorld;
  readonly #role: string;
  readonly #inside = new EventEmitter();
  readonly #toThread: Lane;
  readonly #toOwner: Lane;
  readonly #ready: Promise<void>;
  #isOpen = false;
  #isEnded = false;

  constructor(
    world: ThreadWorld,
    { entry, role, workerData }: { entry: URL; role: string; workerData: unknown },
  ) {
    super();
    this.#world = world;
    this.#role = role;
    const life = world.life();
    this.#toThread = new Lane(world, life);
    this.#toOwner = new Lane(world, life);
    this.#ready = world.scheduler.hold(this.#open(entry, structuredClone(workerData)));
    life.whenEnded(() => void this.terminate());
  }

  postMessage(message: ThreadCall): void {
    const copy = structuredClone(message);
    const { diskMs, trace, scheduler } = this.#world;
    this.#toThread.send(diskMs(this.#role), () => {
      if (this.#isEnded) return;
      trace.add(scheduler.now, `call ${this.#role}`, copy.method ?? 'job');
      const fault = this.#world.faultOf(this.#role, copy);
      if (fault === null) this.#inside.emit('message', copy);
      else this.#fail(copy, fault);
    });
  }
  async terminate(): Promise<void> {
    if (this.#isEnded) return;
    await this.#ready;
    this.#isEnded = true;
    if (this.#isOpen && this.#role !== 'trips') this.#inside.emit('message', CLOSE);
    this.#isOpen = false;
  }
  unref(): void {}

  #fail(call: ThreadCall, fault: CallFault): void {
    const answer = {
      id: call.id,
      code: 'UNAVAILABLE',
      detail: 'database or disk is full',
      errcode: SQLITE_FULL,
    };
    if (fault === 'lose-answer') {
      this.#isMuted = true;
      this.#inside.emit('message', call);
      this.#isMuted = false;
    }
    this.#answer(answer);
  }
  #isMuted = false;

  async #open(entry: URL, workerData: unknown): Promise<void> {
    const { serve } = (await import(entry.href)) as {
      serve?: (port: ThreadPort, data: unknown) => Promise<void> | void;
    };
    if (!serve) {
      this.#toOwner.send(1, () => this.emit('error', new Error(`${entry.pathname} is not simulated`)));
      return;
    }
    const port = {
      on: (event: string, listener: (message: unknown) => void) => this.#inside.on(event, listener),
      postMessage: (message: unknown) => this.#answer(message),
      close: () => (this.#isOpen = false),
    } as unknown as ThreadPort;
    this.#isOpen = true;
    await serve(port, workerData);
  }

  #answer(message: unknown): void {
    if (this.#isMuted || this.#isEnded) return;
    const copy = structuredClone(message);
    this.#toOwner.send(this.#world.random.between(0.05, 0.5), () => {
      if (!this.#isEnded) this.emit('message', copy);
    });
  }
}
