import { StorageError } from '../storage-error.ts';
import { publishDamage } from './damage-channel.ts';
import type { ReadOnlyDatabase } from './open-read-only.ts';

/** Snapshots of one connection: it has one transaction at a time, so each waits for the one before it. */
export class Snapshots {
  readonly #database: ReadOnlyDatabase;
  /** Settles when the last snapshot that was asked for is over. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(database: ReadOnlyDatabase) {
    this.#database = database;
  }

  run<T>(read: () => Promise<T>): Promise<T> {
    return this.#after(() => this.#inTransaction(read));
  }

  close(): Promise<void> {
    return this.#after(async () => {
      if (this.#database.db.isOpen) this.#database.db.close();
    });
  }

  #after<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    // Its caller gets the failure; the next one begins all the same.
    this.#last = done.catch(() => {});
    return done;
  }

  async #inTransaction<T>(read: () => Promise<T>): Promise<T> {
    const { db, answered } = this.#database;
    answered(() => db.exec('BEGIN'));
    try {
      return await read();
    } catch (cause) {
      if (cause instanceof Error && 'errcode' in cause)
        throw new StorageError('read the store', 'UNAVAILABLE', { cause });
      // Of packed history; the connection publishes the others.
      if (cause instanceof StorageError) publishDamage(db.location() ?? '', cause);
      throw cause;
    } finally {
      if (db.isTransaction) db.exec('COMMIT');
    }
  }
}
