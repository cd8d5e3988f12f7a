import type { RecordEntry } from './records.ts';

/** Place after a bundle in its partition: committed with what it brought. */
export interface StreamCursor {
  readonly sequence: number;
  /** The last bundle of each sender; null = not known. */
  readonly numbers: ReadonlyMap<string, number> | null;
}
/** Entries of one partition, in the order in which they were sent. */
export interface StreamedBundle {
  readonly partition: number;
  readonly entries: readonly unknown[];
  readonly cursor: StreamCursor;
}
/** Reading partitions: each from its own place, none waits for another. */
export interface StreamReading {
  add(partition: number, cursor: StreamCursor): void;
  /** Resolves when nothing of it is handed over any more: not to be awaited in `onBundle`. */
  remove(partition: number): Promise<void>;
  /** Messages that are not handed over yet, of all partitions. @throws when the servers do not say. */
  lag(): Promise<number>;
  close(): Promise<void>;
}
/** Bytes that the stream has, and may have. */
export interface StreamCapacity {
  readonly bytes: number;
  readonly maxBytes: number;
}
export interface StreamHandlers {
  /** The next bundle of the partition comes when this resolves; when it rejects, the partition stops. */
  readonly onBundle: (bundle: StreamedBundle) => Promise<void>;
  /** @param isBehind The stream ends before the cursor: its servers have lost what was read already. */
  readonly onStopped: (partition: number, error: Error, isBehind: boolean) => void;
}

/** A durable way of bundles from ingest to the process of positions, on servers of its own. */
export interface RecordStreamPort {
  /** Ingest must stop reading, and ask `whenDrained` to be woken. */
  readonly isFull: boolean;
  whenDrained(wake: () => void): void;
  /** Resolves when it is stored on several servers and here. @throws when it may be stored or not. */
  publish(partition: number, entries: readonly RecordEntry[]): Promise<void>;
  read(handlers: StreamHandlers): StreamReading;
  /** @throws when the servers do not say. */
  capacity(): Promise<StreamCapacity>;
  /** Removes what came before a place: it is in the database. */
  trim(partition: number, sequence: number): Promise<void>;
}
