import type { BatchSequence } from '../records.ts';
import { StorageError } from '../storage-error.ts';

/** More runs at a time do not occur. */
const MAX_RUNS = 64;

/** Cursors of runs of batches. In memory: a run ends with its process. */
export class BatchOrder {
  readonly #stored = new Map<number, number>();

  /** @throws StorageError OUT_OF_ORDER, or what `store` throws: then nothing behind it is taken. */
  take<T>(sequence: BatchSequence | undefined, store: () => T): T {
    if (sequence && sequence.at > 0 && this.#stored.get(sequence.run) !== sequence.at - 1)
      throw new StorageError('commit', 'OUT_OF_ORDER');
    const value = store();
    if (sequence) this.#note(sequence);
    return value;
  }

  #note({ run, at }: BatchSequence): void {
    // The active runs come last: the first one is dropped.
    this.#stored.delete(run);
    this.#stored.set(run, at);
    for (const [oldest] of this.#stored) {
      if (this.#stored.size <= MAX_RUNS) return;
      this.#stored.delete(oldest);
    }
  }
}
