import type { StoredStatistics } from './records.ts';

/** A part of the figures of a day, by one process. */
export interface StatisticsPart {
  /** First instant of the day, milliseconds since 1970. */
  readonly captureTime: number;
  /** Added to those of the same name. */
  readonly counts: Readonly<Record<string, number>>;
  /** Things of which the day is to have the number, each once however often it is added; by name. */
  readonly seen: Readonly<Record<string, readonly number[]>>;
}

/** Daily statistics of the server. */
export interface StatisticsStorage {
  /** Adds to what is known of a day; which things were seen is forgotten when it is over. */
  addStatistics(part: StatisticsPart): Promise<void>;
  /** Days between two instants, both included, oldest first. */
  statistics(from: number, to: number): Promise<readonly StoredStatistics[]>;
}
