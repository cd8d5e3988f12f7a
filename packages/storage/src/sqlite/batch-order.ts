import type { BatchSequence, CommitOutcome } from '../records.ts';
import { StorageError } from '../storage-error.ts';

/** More runs at a time do not occur. */
const MAX_RUNS = 64;
/** Outcomes of a run that somebody may still ask for: more batches are not under way at a time. */
const MAX_OUTCOMES = 8;

/** Stored batches of a run. */
interface Stored {
  readonly at: number;
  /** Of the last ones, by their place. */
  readonly outcomes: Map<number, CommitOutcome>;
}

/** Runs of batches. In memory: a run ends with its process. */
export class BatchOrder {
  readonly #stored = new Map<number, Stored>();

  /** @throws StorageError OUT_OF_ORDER, or what `store` throws: then nothing behind it is taken. */
  take(sequence: BatchSequence | undefined, store: () => CommitOutcome): CommitOutcome {
    if (sequence && sequence.at > 0 && this.#stored.get(sequence.run)?.at !== sequence.at - 1)
      throw new StorageError('commit', 'OUT_OF_ORDER');
    const outcome = store();
    if (sequence) this.#note(sequence, outcome);
    return outcome;
  }

  /** Null = the batch is not stored. */
  outcomeOf({ run, at }: BatchSequence): CommitOutcome | null {
    return this.#stored.get(run)?.outcomes.get(at) ?? null;
  }

  #note({ run, at }: BatchSequence, outcome: CommitOutcome): void {
    const outcomes = this.#stored.get(run)?.outcomes ?? new Map<number, CommitOutcome>();
    outcomes.set(at, outcome).delete(at - MAX_OUTCOMES);
    // The active runs come last: the first one is dropped.
    this.#stored.delete(run);
    this.#stored.set(run, { at, outcomes });
    for (const [oldest] of this.#stored) {
      if (this.#stored.size <= MAX_RUNS) return;
      this.#stored.delete(oldest);
    }
  }
}
