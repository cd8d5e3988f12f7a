import type { RawEvent, RawPosition, StoredEvent, StoredPosition, TrackPosition } from './records.ts';

/** A device's history between two instants, both included, in order of fixTime, then deviceTime. */
export interface HistoryQuery {
  readonly deviceId: number;
  readonly from: number;
  readonly to: number;
  /** Rows per page handed out; bounds memory on both sides. */
  readonly pageSize: number;
}

export interface PlaceOfPosition {
  readonly id: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly address: string | null;
}

/** Reads what devices sent. */
export interface HistoryStorage {
  /** Positions by id, in no order; unknown ids are left out. */
  positionsById(ids: readonly number[]): Promise<readonly StoredPosition[]>;
  /** Pages of a device's history. Stops reading when the consumer stops. */
  history(query: HistoryQuery): AsyncIterable<readonly StoredPosition[]>;
  /** The same as JSON: the bytes of each page are its positions, each behind a comma. The caller may change them. */
  historyJson(query: HistoryQuery): AsyncIterable<Uint8Array>;
  eventById(id: number): Promise<StoredEvent | null>;
  /** Pages of a device's events between two instants, both included, by eventTime, then id. */
  events(query: HistoryQuery): AsyncIterable<readonly StoredEvent[]>;
}

/**
 * History for dedicated threads: a connection of its own, separate from the store's.
 * Pages come in the order of `Storage.history` and `Storage.events`.
 */
export interface HistoryReader {
  /** Where positions are, by their ids; unknown ids are left out. */
  placesById(ids: readonly number[]): Promise<readonly PlaceOfPosition[]>;
  positions(query: HistoryQuery): AsyncIterable<readonly RawPosition[]>;
  /** As `positions`, each as its JSON. */
  positionTexts(query: HistoryQuery): AsyncIterable<readonly string[]>;
  /** @param names Attributes wanted on each position. */
  track(query: HistoryQuery, names: readonly string[]): AsyncIterable<readonly TrackPosition[]>;
  events(query: HistoryQuery): AsyncIterable<readonly RawEvent[]>;
  /** Unknown ids are left out. */
  positionsById(ids: readonly number[]): Promise<readonly StoredPosition[]>;
  close(): Promise<void>;
}
