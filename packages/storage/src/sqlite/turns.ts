import type { Turn } from '../records.ts';
import { StorageError } from '../storage-error.ts';

/** Nobody has so many runs at a time. */
const MOST_RUNS = 64;

/** How far each run of batches has come. In memory: a run ends with its process. */
export class Turns {
  readonly #stored = new Map<number, number>();

  /** @throws StorageError OUT_OF_TURN, or what `store` throws: then nothing behind it is taken. */
  take<T>(turn: Turn | undefined, store: () => T): T {
    if (turn && turn.at > 0 && this.#stored.get(turn.run) !== turn.at - 1)
      throw new StorageError('commit', 'OUT_OF_TURN');
    const value = store();
    if (turn) this.#note(turn);
    return value;
  }

  #note({ run, at }: Turn): void {
    // The runs at work come last: the first one goes.
    this.#stored.delete(run);
    this.#stored.set(run, at);
    for (const [oldest] of this.#stored) {
      if (this.#stored.size <= MOST_RUNS) return;
      this.#stored.delete(oldest);
    }
  }
}
