import { host, type Timer } from '@rastro/base/host';
import { StorageError } from '@rastro/storage';

const AGAIN_MS = 5000;

/** State that others change, too, and how it is read again. */
export interface Reread<Stored, Change> {
  load(): Promise<Stored>;
  /** @param since What was changed while it was read, here or elsewhere. */
  become(stored: Stored, since: readonly Change[]): void;
}

/** Reads state again, and loses nothing that is written meanwhile, here or elsewhere. */
export class Rereading<Stored, Change> {
  readonly #state: Reread<Stored, Change>;
  #since: Change[] = [];
  #reading: Promise<void> | null = null;
  /** Something may have been written after what is being read. */
  #isWanted = false;
  #timer: Timer | null = null;
  #isClosed = false;

  constructor(state: Reread<Stored, Change>) {
    this.#state = state;
  }

  note(change: Change): void {
    if (this.#reading) this.#since.push(change);
  }
  /** Begins to read; when the database does not answer, again and again. */
  start(): void {
    this.finish().catch((error: unknown) => {
      if (!(error instanceof StorageError)) throw error;
    });
  }
  /** Resolves when all of before is read. @throws StorageError when the database does not answer: it is read later. */
  async finish(): Promise<void> {
    this.#isWanted = true;
    await (this.#reading ??= this.#read());
  }
  close(): void {
    this.#isClosed = true;
    host.clearTimeout(this.#timer);
  }

  async #read(): Promise<void> {
    try {
      while (this.#isWanted && !this.#isClosed) {
        this.#isWanted = false;
        this.#since = [];
        const stored = await this.#state.load();
        if (!this.#isClosed) this.#state.become(stored, this.#since);
      }
    } catch (error) {
      // The disk may answer later.
      const isAway = error instanceof StorageError;
      if (isAway && !this.#isClosed) this.#timer = host.setTimeout(() => this.start(), AGAIN_MS);
      throw error;
    } finally {
      this.#reading = null;
      this.#since = [];
    }
  }
}
