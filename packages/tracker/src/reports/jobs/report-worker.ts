import { Worker } from 'node:worker_threads';
import type { StorageLocation } from '@rastro/storage';
import type { ReportFailure, ThreadJob } from '../request/report-job.ts';
import type { TownTables } from '../../geocoding/towns/town-tables.ts';
import type { Order, Piece, Wanted } from './report-thread.ts';

export class ReportError extends Error {
  override readonly name = 'ReportError';
  readonly failure: ReportFailure;
  /** Number of rows that a report which is too long would have. */
  readonly rows: number;
  constructor(failure: ReportFailure, rows = 0) {
    super(`Cannot make the report: ${failure}`);
    this.failure = failure;
    this.rows = rows;
  }
}

/** Pieces of a job that were not taken yet. */
interface Inbox {
  readonly pieces: Piece[];
  wake: (() => void) | null;
}

/** One thread, and the jobs that it is at. */
export class ReportWorker {
  readonly #worker: Worker;
  readonly #inboxes = new Map<number, Inbox>();
  #lastId = 0;
  #isDead = false;
  #hasTowns = false;
  /** Of the job that it had last; null = it had none with a lane. */
  lane: number | null = null;
  #remembers = 0;

  /** @param want Called with squares that were read and have no address yet. */
  constructor(location: StorageLocation, want: (cells: readonly number[]) => void) {
    this.#worker = new Worker(new URL('./report-thread.ts', import.meta.url), {
      workerData: location,
      resourceLimits: { maxOldGenerationSizeMb: 512 },
    });
    this.#worker.on('message', (message: Piece | Wanted) => {
      if (message.kind === 'wanted') want(message.cells);
      else this.#arrive(message);
    });
    this.#worker.on('error', () => this.#die());
    this.#worker.on('exit', () => this.#die());
    this.#worker.unref();
  }

  /** They are shared, not copied; known from then on. */
  useTowns(tables: TownTables): void {
    if (this.#hasTowns) return;
    this.#hasTowns = true;
    this.#post({ kind: 'towns', tables });
  }

  /** Is at a job, or holds one whose reader takes nothing. */
  get hasJobs(): boolean {
    return this.#inboxes.size > 0;
  }

  /** Sums and stretches of vehicles that its memory has, as of the last job that ended. */
  get remembers(): number {
    return this.#remembers;
  }

  get isDead(): boolean {
    return this.#isDead;
  }

  /** @throws ReportError; the signal's reason when it aborts. */
  async *make(job: ThreadJob, signal: AbortSignal): AsyncGenerator<string | Uint8Array> {
    const id = ++this.#lastId;
    const inbox: Inbox = { pieces: [], wake: null };
    this.#inboxes.set(id, inbox);
    this.#post({ kind: 'make', id, job });
    const stop = (): void => {
      // At once, even while the consumer of the pieces does something else.
      this.#post({ kind: 'stop', id });
      inbox.wake?.();
    };
    signal.addEventListener('abort', stop, { once: true });
    try {
      for (;;) {
        const piece = await this.#next(inbox, signal);
        signal.throwIfAborted();
        if (piece.kind === 'done') return;
        if (piece.kind === 'failed') throw new ReportError(piece.failure, piece.rows);
        this.#post({ kind: 'taken', id });
        yield piece.piece;
      }
    } finally {
      signal.removeEventListener('abort', stop);
      // What still comes of it finds nobody.
      this.#inboxes.delete(id);
      this.#post({ kind: 'stop', id });
    }
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  async #next(inbox: Inbox, signal: AbortSignal): Promise<Piece> {
    for (;;) {
      const piece = inbox.pieces.shift();
      if (piece) return piece;
      if (this.#isDead || signal.aborted) return { id: 0, kind: 'failed', failure: 'THREAD', rows: 0 };
      await new Promise<void>((resolve) => {
        inbox.wake = resolve;
      });
    }
  }
  #arrive(piece: Piece): void {
    if (piece.kind === 'done') this.#remembers = piece.remembers;
    const inbox = this.#inboxes.get(piece.id);
    inbox?.pieces.push(piece);
    inbox?.wake?.();
  }
  #die(): void {
    this.#isDead = true;
    for (const { wake } of this.#inboxes.values()) wake?.();
  }
  #post(order: Order): void {
    this.#worker.postMessage(order);
  }
}
