import { Worker } from 'node:worker_threads';
import type { StorageLocation } from '@rastro/storage';
import type { ReportFailure, ReportJob } from './report-job.ts';
import type { Order, Piece } from './report-thread.ts';

export class ReportError extends Error {
  override readonly name = 'ReportError';
  readonly failure: ReportFailure;
  constructor(failure: ReportFailure) {
    super(`Cannot make the report: ${failure}`);
    this.failure = failure;
  }
}

interface Waiting {
  readonly job: ReportJob;
  readonly signal: AbortSignal;
  readonly take: (thread: ReportThread | null) => void;
}

/**
 * Makes reports in threads of their own, beside ingest and everybody else's requests. Jobs take turns in the order
 * they came; a long report is many jobs, so that a short one never waits for all of it.
 */
export class ReportPool {
  readonly size: number;
  readonly #location: StorageLocation;
  readonly #idle: ReportThread[] = [];
  readonly #all = new Set<ReportThread>();
  readonly #waiting: Waiting[] = [];
  #closed = false;

  constructor(location: StorageLocation, size: number) {
    this.#location = location;
    this.size = size;
  }

  /**
   * The pieces of a report; the thread works only as fast as they are taken.
   * @throws ReportError; the signal's reason when it aborts.
   */
  async *make(job: ReportJob, signal: AbortSignal): AsyncGenerator<string | Uint8Array> {
    const thread = await this.#thread(job, signal);
    signal.throwIfAborted();
    if (!thread) throw new ReportError('THREAD');
    try {
      yield* thread.make(job, signal);
    } finally {
      this.#give(thread);
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const { take } of this.#waiting.splice(0)) take(null);
    await Promise.all([...this.#all].map((thread) => thread.end()));
  }

  async #thread(job: ReportJob, signal: AbortSignal): Promise<ReportThread | null> {
    if (this.#closed) return null;
    const idle = this.#idle.pop();
    if (idle) return idle;
    if (this.#all.size < this.size) return this.#start();
    return new Promise((resolve) => {
      const waiting: Waiting = { job, signal, take: resolve };
      this.#waiting.push(waiting);
      signal.addEventListener(
        'abort',
        () => {
          const at = this.#waiting.indexOf(waiting);
          if (at >= 0) this.#waiting.splice(at, 1);
          resolve(null);
        },
        { once: true },
      );
    });
  }

  #start(): ReportThread {
    const thread = new ReportThread(this.#location);
    this.#all.add(thread);
    return thread;
  }

  /** A thread that was broken off or died is replaced; others take the next job. */
  #give(thread: ReportThread): void {
    let next: ReportThread | null = thread;
    if (!thread.isUsable) {
      this.#all.delete(thread);
      void thread.end();
      next = this.#waiting.length > 0 && !this.#closed ? this.#start() : null;
    }
    const waiting = this.#waiting.shift();
    if (waiting) waiting.take(next);
    else if (next) this.#idle.push(next);
  }
}

/** One thread and the job it is at. */
class ReportThread {
  readonly #worker: Worker;
  #pieces: Piece[] = [];
  #wake: (() => void) | null = null;
  #dead = false;
  #busy = false;

  constructor(location: StorageLocation) {
    this.#worker = new Worker(new URL('./report-thread.ts', import.meta.url), {
      workerData: location,
      resourceLimits: { maxOldGenerationSizeMb: 512 },
    });
    this.#worker.on('message', (piece: Piece) => this.#arrive(piece));
    this.#worker.on('error', () => this.#die());
    this.#worker.on('exit', () => this.#die());
    this.#worker.unref();
  }

  get isUsable(): boolean {
    return !this.#dead && !this.#busy;
  }

  async *make(job: ReportJob, signal: AbortSignal): AsyncGenerator<string | Uint8Array> {
    this.#busy = true;
    this.#say({ kind: 'make', job });
    const stop = (): void => {
      this.#say({ kind: 'stop' });
      this.#wake?.();
    };
    signal.addEventListener('abort', stop, { once: true });
    try {
      for (;;) {
        const piece = await this.#next();
        if (piece.kind === 'done') this.#busy = false;
        signal.throwIfAborted();
        if (piece.kind === 'done') return;
        if (piece.kind === 'failed') {
          this.#busy = false;
          throw new ReportError(piece.failure);
        }
        this.#say({ kind: 'taken' });
        yield piece.piece;
      }
    } finally {
      signal.removeEventListener('abort', stop);
      if (this.#busy && !this.#dead) await this.#settle();
    }
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  /** The consumer left in the middle: waits until the thread has noticed, so that it can be used again. */
  async #settle(): Promise<void> {
    this.#say({ kind: 'stop' });
    while (this.#busy && !this.#dead) {
      const { kind } = await this.#next();
      if (kind !== 'piece') this.#busy = false;
    }
  }

  async #next(): Promise<Piece> {
    for (;;) {
      const piece = this.#pieces.shift();
      if (piece) return piece;
      if (this.#dead) return { kind: 'failed', failure: 'THREAD' };
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
  #arrive(piece: Piece): void {
    this.#pieces.push(piece);
    this.#wake?.();
  }
  #die(): void {
    this.#dead = true;
    this.#wake?.();
  }
  #say(order: Order): void {
    this.#worker.postMessage(order);
  }
}
