import type { StoredStatistics } from './records.ts';

/** Daily statistics of the server. */
export interface StatisticsStorage {
  /** Replaces what is known of a day. */
  putStatistics(day: StoredStatistics): Promise<void>;
  /** Days between two instants, both included, oldest first. */
  statistics(from: number, to: number): Promise<readonly StoredStatistics[]>;
}
