import { host } from '@rastro/base/host';
import { StorageError, type IngestStorage } from '@rastro/storage';

/** @param seconds From the attempt until the database has answered. */
export type CommitObserver = (seconds: number, isStored: boolean) => void;
type CommitStorage = Pick<IngestStorage, 'commit' | 'outcomeOf'>;

/** Duration of each commit and whether it is stored, for whoever watches. */
export class CommitTimes {
  readonly #observers = new Set<CommitObserver>();

  watch(observer: CommitObserver): () => void {
    this.#observers.add(observer);
    return () => void this.#observers.delete(observer);
  }

  /** The same storage, of which each commit is measured. One behind a commit that failed is no failure of its own. */
  measured(storage: CommitStorage): CommitStorage {
    return {
      outcomeOf: (sequence) => storage.outcomeOf(sequence),
      commit: async (batch) => {
        const startedAt = host.elapsed();
        try {
          const outcome = await storage.commit(batch);
          this.#note(startedAt, true);
          return outcome;
        } catch (error) {
          if (!(error instanceof StorageError && error.code === 'OUT_OF_ORDER')) this.#note(startedAt, false);
          throw error;
        }
      },
    };
  }

  #note(startedAt: number, isStored: boolean): void {
    for (const observer of this.#observers) observer((host.elapsed() - startedAt) / 1000, isStored);
  }
}
