import type { RawPosition, StoredEvent, StoredPosition, TrackPosition } from './records.ts';

/** A device's history between two instants, both included, in order of fixTime, then deviceTime. */
export interface HistoryQuery {
  readonly deviceId: number;
  readonly from: number;
  readonly to: number;
  /** Rows per page handed out; bounds memory on both sides. */
  readonly pageSize: number;
}

/** Where a store is, in a form that can be handed to a thread. */
export interface StorageLocation {
  readonly kind: 'sqlite';
  readonly path: string;
}

/**
 * History read synchronously, for threads that do nothing else: a connection of its own beside the store's.
 * Pages come in the order of `Storage.history` and `Storage.events`.
 */
export interface HistoryReader {
  positions(query: HistoryQuery): Iterable<readonly RawPosition[]>;
  /** @param names Attributes wanted on each position. */
  track(query: HistoryQuery, names: readonly string[]): Iterable<readonly TrackPosition[]>;
  events(query: HistoryQuery): Iterable<readonly StoredEvent[]>;
  /** Unknown ids are left out. */
  positionsById(ids: readonly number[]): readonly StoredPosition[];
  close(): void;
}
