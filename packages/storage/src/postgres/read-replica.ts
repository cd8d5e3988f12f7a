import { host, pause } from '@rastro/base/host';
import type { ReadReplicaState } from '../state-port.ts';
import { StorageError } from '../storage-error.ts';
import type { DatabaseSettings } from './connection-settings.ts';
import { PostgresDatabase, type PoolSettings, type Queries } from './postgres-database.ts';

/** A replica is some milliseconds behind, or has a problem. */
const WAITED_MS = 300;
const ASKED_EVERY_MS = 5;
/** One that was away, or behind, is asked again after it, while nobody waits for it. */
const ASKED_AGAIN_MS = 5000;

/**
 * Reads from a replica where there is one, and it has all that the primary had when the read began: whoever reads sees
 * what was stored before, as on the primary. From there otherwise.
 */
export class ReplicaReads {
  readonly #primary: PostgresDatabase;
  readonly #replica: PostgresDatabase | null;
  #isUsable = true;
  #askedAt = -Infinity;

  /** @param readUrl Of the replica; null = there is none. */
  constructor(settings: DatabaseSettings, readUrl: string | null, pool: PoolSettings = {}) {
    const reading = { ...settings, plansOnce: true };
    this.#primary = new PostgresDatabase(reading, pool);
    this.#replica = readUrl === null ? null : new PostgresDatabase({ ...reading, url: readUrl }, pool);
  }

  /** For one request. A statement that fails on the replica is asked of the primary. */
  async queries(): Promise<Queries> {
    const replica = await this.#usable();
    if (!replica) return this.#primary;
    const either = async <T>(ask: (queries: Queries) => Promise<T>): Promise<T> => {
      try {
        return await ask(replica);
      } catch (error) {
        if (!isUnavailable(error)) throw error;
        this.#note(false);
        return ask(this.#primary);
      }
    };
    return {
      all: (sql, values) => either((queries) => queries.all(sql, values)),
      lists: (sql, values) => either((queries) => queries.lists(sql, values)),
      planned: (sql, values) => either((queries) => queries.planned(sql, values)),
      run: (sql, values) => either((queries) => queries.run(sql, values)),
    };
  }

  /** As `PostgresDatabase.snapshot`; it is begun again on the primary when it cannot begin on the replica. */
  async snapshot<T>(read: (queries: Queries) => Promise<T>): Promise<T> {
    const replica = await this.#usable();
    if (!replica) return this.#primary.snapshot(read);
    let hasBegun = false;
    try {
      return await replica.snapshot(read, () => {
        hasBegun = true;
      });
    } catch (error) {
      if (hasBegun || !isUnavailable(error)) throw error;
      this.#note(false);
      return this.#primary.snapshot(read);
    }
  }

  async close(): Promise<void> {
    await this.#replica?.close();
    await this.#primary.close();
  }

  async #usable(): Promise<PostgresDatabase | null> {
    const replica = this.#replica;
    if (!replica) return null;
    if (this.#isUsable) return (await this.#ask(replica)) ? replica : null;
    if (host.elapsed() - this.#askedAt >= ASKED_AGAIN_MS) {
      this.#askedAt = host.elapsed();
      void this.#ask(replica);
    }
    return null;
  }

  async #ask(replica: PostgresDatabase): Promise<boolean> {
    return this.#note((await replicaState(this.#primary, replica)) === 'used');
  }

  #note(isUsable: boolean): boolean {
    this.#isUsable = isUsable;
    this.#askedAt = host.elapsed();
    return isUsable;
  }
}

/** Whether a replica has all that the primary has now, or soon has it. */
export async function replicaState(primary: Queries, replica: Queries): Promise<ReadReplicaState> {
  try {
    const [row] = await primary.lists('SELECT pg_current_wal_lsn()::text');
    for (const end = host.elapsed() + WAITED_MS; ;) {
      const [found] = await replica.lists(
        'SELECT pg_is_in_recovery() AND pg_last_wal_replay_lsn() >= $1::pg_lsn, pg_is_in_recovery()',
        [row?.[0]],
      );
      if (found?.[0] === true) return 'used';
      // It has become a primary itself: what is stored here never comes to it.
      if (found?.[1] !== true || host.elapsed() >= end) return 'behind';
      await pause(ASKED_EVERY_MS);
    }
  } catch {
    return 'away';
  }
}

const isUnavailable = (error: unknown): boolean =>
  error instanceof StorageError && error.code === 'UNAVAILABLE';
