import { StorageError, type AuditStorage, type NewAction } from '@rastro/storage';

/** About 300 bytes each. Beyond, nothing more is read in bulk until the disk takes some. */
const MAX_LATE = 5000;

/**
 * Audit entries. An entry about a change is written before the change is confirmed, else the change is rejected. Reads
 * are allowed while the disk is full: their entries wait in memory and are written with the next one that can be.
 */
export class LateActions {
  readonly #storage: AuditStorage;
  #late: readonly NewAction[] = [];

  constructor(storage: AuditStorage) {
    this.#storage = storage;
  }

  /** @throws StorageError when the lines cannot be written, or, of readers, when too many wait already. */
  async append(actions: readonly NewAction[], isReading: boolean): Promise<void> {
    const waiting = this.#late;
    this.#late = [];
    try {
      await this.#storage.appendActions([...waiting, ...actions]);
    } catch (error) {
      const isFull = error instanceof StorageError && error.code === 'UNAVAILABLE';
      const mayWait = isReading && isFull && waiting.length + actions.length <= MAX_LATE;
      this.#late = [...waiting, ...(mayWait ? actions : []), ...this.#late];
      if (!mayWait) throw error;
    }
  }
}
