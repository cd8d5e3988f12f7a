import type {
  BatchSequence,
  CommitOutcome,
  IngestBatch,
  PartitionCursor,
  PositionRange,
  PositionRemoval,
  LoadedDeviceState,
  StoredTrackPoint,
} from './records.ts';

/** Rows whose ids are given out before they are stored. */
export type ReservedKind = 'position' | 'event';

/** Data that the ingest process writes, and reads when it starts. */
export interface IngestStorage {
  /**
   * Makes a batch durable in one transaction. Batches are stored in the order of the calls.
   * @throws StorageError FENCED when a newer owner has taken over one of its partitions, OUT_OF_ORDER when the
   * previous batch of its run is not stored.
   */
  commit(batch: IngestBatch): Promise<CommitOutcome>;
  /** Outcome of a batch of a run of this process whose answer was an error; null = it is not stored. */
  outcomeOf(sequence: BatchSequence): Promise<CommitOutcome | null>;
  /** Cursor of a partition; null = nothing was committed with a cursor. */
  cursor(partition: number): Promise<PartitionCursor | null>;
  /**
   * Reserves a block of ids that no other caller gets, in this process or another, now or after a restart.
   * Ids do not reflect age.
   * @returns the first of them; the others follow it.
   */
  reserveIds(kind: ReservedKind, count: number): Promise<number>;
  /**
   * Removes positions, at most so many a call; the state of the device then names its newest remaining one.
   * Events stay.
   */
  removePositions(range: PositionRange, limit: number): Promise<PositionRemoval>;
  /** @param partitions Absent = of all devices. */
  deviceStates(partitions?: readonly number[]): Promise<readonly LoadedDeviceState[]>;
  /**
   * The last stretch of every device's track, oldest point first, for a start: pages over all devices.
   * @param windowMs How far before its newest position.
   */
  recentTracks(windowMs: number, partitions?: readonly number[]): AsyncIterable<readonly StoredTrackPoint[]>;
}
