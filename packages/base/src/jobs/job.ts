import type { Lease } from './lease.ts';

/**
 * One run of a job, by one process.
 * @typeParam Outcome Changes that a job wants stored; the runner adds lease and cursor.
 */
export interface JobRun<Outcome> {
  /** Aborts when the server stops or another process has the lease. */
  readonly signal: AbortSignal;
  /** For data that is not stored as documents. */
  readonly lease: Lease;
  /**
   * Stores a part of a long piece of work; it may be done again when the process dies before the rest, so it must find
   * what is there (`replaces`). @throws StorageError FENCED when another process has the lease.
   */
  save(part: Outcome): Promise<void>;
}

/** Work that nobody waits for: one process does it, and what was done is not done again. */
export interface Job<Outcome> {
  /** Names its lease and its mark; never change it. */
  readonly name: string;
  /** Interval of the checks for due work. */
  readonly everyMs: number;
  /** The first check is after an interval, not at the start. */
  readonly beginsLater?: boolean;
  /**
   * Due instants, in order; pure. Each (the first of a month, the end of a day) becomes the cursor.
   * @param done The last one that was done; null = it never ran.
   */
  due(done: number | null, now: number): readonly number[];
  /** Of a job that is always due: is there nothing to watch? Then no lease is taken and no mark is written. */
  isIdle?(): Promise<boolean>;
  /** Does one. What it returns becomes durable together with the mark, or not at all. */
  perform(instant: number, jobRun: JobRun<Outcome>): Promise<Outcome>;
}
