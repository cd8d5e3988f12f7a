import { host, pause } from '@rastro/base/host';
import type { BatchSequence, CommitOutcome } from '../records.ts';
import { parsed } from '../rows/values.ts';
import { StorageError } from '../storage-error.ts';
import { REJECTED } from './postgres-error.ts';
import type { PostgresDatabase, Queries } from './postgres-database.ts';

/** Outcomes of a run that somebody may still ask for: more batches are not under way at a time. */
const OUTCOMES = 8;
/** A server restarts, or a standby takes over, within some seconds. */
const ASKED_FOR_MS = 30_000;
const ASKED_EVERY_MS = 200;
/** A process that stands still for longer begins another run. */
const FORGOTTEN_AFTER = '30 days';

/**
 * Runs of batches of one process. They are in the database, because the answer to a COMMIT can get lost: whoever asks
 * again gets what was committed, and what was not can never be committed later.
 */
export class IngestRuns {
  readonly #db: PostgresDatabase;
  /** Runs are numbered in their process. */
  readonly #writer = Buffer.from(host.randomBytes(16)).toString('hex');

  constructor(db: PostgresDatabase) {
    this.#db = db;
  }

  /** Within the transaction of the batch: it is rejected unless the one before it is stored. */
  async take(queries: Queries, { run, at }: BatchSequence, outcome: CommitOutcome): Promise<void> {
    const values = [this.#writer, run, at, JSON.stringify(outcome)];
    await queries.run(at === 0 ? BEGIN_RUN : CONTINUE_RUN, values);
  }

  /** The outcome of the batch of this transaction is another one. */
  async correct(queries: Queries, { run }: BatchSequence, outcome: CommitOutcome): Promise<void> {
    await queries.run('UPDATE ingest_runs SET outcomes[1] = $3 WHERE writer = $1 AND run = $2', [
      this.#writer,
      run,
      JSON.stringify(outcome),
    ]);
  }

  /**
   * Waits for a transaction that still has the run, on a connection that was lost; a run whose batch is not stored is
   * over, so that what is on the way to the server cannot be stored after the answer. Asks until the server answers
   * again: an error says nothing about the batch.
   */
  async outcomeOf(sequence: BatchSequence): Promise<CommitOutcome | null> {
    for (const end = host.elapsed() + ASKED_FOR_MS; ;) {
      try {
        return await this.#ask(sequence);
      } catch (error) {
        const isOver = !(error instanceof StorageError) || error.code !== 'UNAVAILABLE';
        if (isOver || host.elapsed() >= end) throw error;
        await pause(ASKED_EVERY_MS);
      }
    }
  }

  async #ask({ run, at }: BatchSequence): Promise<CommitOutcome | null> {
    const [row] = await this.#db.all(
      `INSERT INTO ingest_runs AS r (writer, run, at, outcomes, is_over) VALUES ($1, $2, -1, '{}', true)
       ON CONFLICT (writer, run) DO UPDATE SET is_over = r.is_over OR r.at < $3
       RETURNING outcomes[(1 + at - $3)::int] AS outcome`,
      [this.#writer, run, at],
    );
    return parsed(row?.['outcome'] ?? null);
  }

  async forgetOld(): Promise<void> {
    await this.#db.run(
      `DELETE FROM ingest_runs WHERE changed_at < clock_timestamp() - interval '${FORGOTTEN_AFTER}'`,
    );
  }
}

const BEGIN_RUN = `WITH begun AS (INSERT INTO ingest_runs (writer, run, at, outcomes) VALUES ($1, $2, $3, ARRAY[$4::text])
    ON CONFLICT DO NOTHING RETURNING 1)
  SELECT reject('${REJECTED.OUT_OF_ORDER}') WHERE NOT EXISTS (SELECT FROM begun)`;
const CONTINUE_RUN = `WITH stored AS (UPDATE ingest_runs
    SET at = $3, outcomes = (ARRAY[$4::text] || outcomes)[1:${OUTCOMES}], changed_at = clock_timestamp()
    WHERE writer = $1 AND run = $2 AND at = $3 - 1 AND NOT is_over RETURNING 1)
  SELECT reject('${REJECTED.OUT_OF_ORDER}') WHERE NOT EXISTS (SELECT FROM stored)`;
