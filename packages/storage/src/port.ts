import type { CommandStorage } from './command-port.ts';
import type { DeliveryStorage } from './delivery-port.ts';
import type { HistoryQuery, StorageLocation } from './history-port.ts';
import type {
  CommitOutcome,
  DocumentKind,
  IngestBatch,
  PositionRange,
  PositionRemoval,
  NewAction,
  StoredAction,
  StoredCredential,
  StoredDeviceState,
  StoredDocument,
  StoredEvent,
  StoredLink,
  StoredPosition,
  StoredStatistics,
  StoredTrackPoint,
} from './records.ts';

/** The store could not do its job. Unexpected, thrown once, handled at the rim. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly code: StorageErrorCode;
  constructor(action: string, code: StorageErrorCode, options?: ErrorOptions) {
    super(`Cannot ${action}: storage answered ${code}`, options);
    this.code = code;
  }
}
export const STORAGE_ERROR_CODES = ['UNAVAILABLE', 'CONFLICT', 'TOO_NEW', 'CLOSED'] as const;
export type StorageErrorCode = (typeof STORAGE_ERROR_CODES)[number];

export interface ActionQuery {
  readonly from: number;
  readonly to: number;
  readonly pageSize: number;
}

/** Highest ids given out so far; the single writer continues from them. */
export interface LastIds {
  readonly position: number;
  readonly event: number;
}

/**
 * Everything the product keeps. One writer process; every write is durable when its promise resolves.
 * Behaviour is fixed by the contract suite in `contract/`, which every adapter passes.
 */
export interface Storage extends CommandStorage, DeliveryStorage {
  /** For threads that read history beside this store. */
  readonly location: StorageLocation;
  /** Makes a batch durable in one transaction. */
  commit(batch: IngestBatch): Promise<CommitOutcome>;
  /**
   * Removes positions, at most so many a call; the state of the device then names its newest one left.
   * Events stay.
   */
  removePositions(range: PositionRange, limit: number): Promise<PositionRemoval>;
  lastIds(): Promise<LastIds>;

  deviceStates(): Promise<readonly StoredDeviceState[]>;
  /**
   * The last stretch of every device's track, oldest point first, for a start: pages over all devices.
   * @param windowMs How far before its newest position.
   */
  recentTracks(windowMs: number): AsyncIterable<readonly StoredTrackPoint[]>;
  /** Positions by id, in no order; unknown ids are left out. */
  positionsById(ids: readonly number[]): Promise<readonly StoredPosition[]>;
  /** Pages of a device's history. Stops reading when the consumer stops. */
  history(query: HistoryQuery): AsyncIterable<readonly StoredPosition[]>;
  eventById(id: number): Promise<StoredEvent | null>;
  /** Pages of a device's events between two instants, both included, by eventTime, then id. */
  events(query: HistoryQuery): AsyncIterable<readonly StoredEvent[]>;

  documents(kind: DocumentKind): Promise<readonly StoredDocument[]>;
  /** @returns the new id. @throws StorageError CONFLICT when the key is taken. */
  insertDocument(kind: DocumentKind, key: string | null, body: StoredDocument['body']): Promise<number>;
  /** @throws StorageError CONFLICT when the key is taken by another document. */
  updateDocument(kind: DocumentKind, document: StoredDocument): Promise<void>;
  /** Removes a document with all links from and to it, in one transaction. */
  removeDocument(kind: DocumentKind, id: number): Promise<void>;
  /**
   * Inserts a document only while its kind is empty: of racing calls exactly one gets an id.
   * @returns the new id, or null when the kind already had a document.
   */
  insertFirstDocument(
    kind: DocumentKind,
    key: string | null,
    body: StoredDocument['body'],
  ): Promise<number | null>;

  links(): Promise<readonly StoredLink[]>;
  /** All or nothing; adding an existing link or removing a missing one changes nothing. */
  changeLinks(add: readonly StoredLink[], remove: readonly StoredLink[]): Promise<void>;

  credentials(): Promise<readonly StoredCredential[]>;
  putCredential(credential: StoredCredential): Promise<void>;
  removeCredentials(hashes: readonly string[]): Promise<void>;

  /** Adds to the audit log; durable when it resolves. */
  appendActions(actions: readonly NewAction[]): Promise<void>;
  /** Pages of the audit log between two instants, both included, oldest first. */
  actions(query: ActionQuery): AsyncIterable<readonly StoredAction[]>;
  /** Forgets actions older than an instant. */
  removeActionsBefore(instant: number): Promise<void>;

  /** Replaces what is known of a day. */
  putStatistics(day: StoredStatistics): Promise<void>;
  /** Days between two instants, both included, oldest first. */
  statistics(from: number, to: number): Promise<readonly StoredStatistics[]>;

  /** How far a recurring task has come: an instant under a name; null = it never ran. */
  mark(name: string): Promise<number | null>;
  setMark(name: string, instant: number): Promise<void>;

  /** True when the database answers. */
  healthy(): Promise<boolean>;
  close(): Promise<void>;
}
