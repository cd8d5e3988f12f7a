import type { PartitionCursor } from './records.ts';

/** Messages that a process has published on the bus so far, by topic. */
export type SentMessages = Readonly<Record<string, number>>;

/**
 * Ownership of the partitions of the fleet among processes that share a database. Times are those of its clock; a process
 * whose lease ran out works on until somebody takes the partition: from then on its commits are rejected as FENCED.
 */
export interface PartitionStorage {
  /** Notes that a process is alive for so long. @returns how many are, with it. */
  noteAlive(owner: string, aliveMs: number): Promise<number>;
  /** The process ends: its share is of the others at once. It gives up its partitions, too. */
  noteGone(owner: string): Promise<void>;
  /**
   * Takes partitions that nobody has, or whose owners let their leases run out; at most so many.
   * @returns what was taken, each with an epoch above all before it; `seq` is 0 where nothing was committed.
   */
  takePartitions(owner: string, wanted: number, leaseMs: number): Promise<readonly PartitionCursor[]>;
  /** @returns the epoch of each partition, by its number: whoever holds it answers by that. */
  epochs(): Promise<ReadonlyMap<number, number>>;
  /** @returns all that the process still has: the others were taken by somebody else. */
  renewPartitions(owner: string, leaseMs: number): Promise<readonly number[]>;
  /** Those of them that the process has are free at once; what it still commits to them is rejected. */
  giveUpPartitions(owner: string, partitions: readonly number[]): Promise<void>;
  /**
   * Notes how many messages a process has sent, so that the others see what did not reach them. It need not survive the
   * database.
   * @param publisher Name of the process on the bus.
   * @param aliveMs It counts as ended when it notes nothing for so long; 0 = it ends now.
   * @returns what the others sent that are alive, by publisher.
   */
  noteSent(
    publisher: string,
    sent: SentMessages,
    aliveMs: number,
  ): Promise<ReadonlyMap<string, SentMessages>>;
}
