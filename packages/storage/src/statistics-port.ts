import type { StoredStatistics } from './records.ts';

/** What the days of the server were like. */
export interface StatisticsStorage {
  /** Replaces what is known of a day. */
  putStatistics(day: StoredStatistics): Promise<void>;
  /** Days between two instants, both included, oldest first. */
  statistics(from: number, to: number): Promise<readonly StoredStatistics[]>;
}
