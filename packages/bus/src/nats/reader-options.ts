import type { Bundle } from './bundle.ts';
import type { RecordStream, StreamError } from './record-stream.ts';

/** Where reading of a partition goes on: committed with what was read. */
export interface Cursor {
  readonly sequence: number;
  /** The last number of each sender; null = not known, whatever comes first is taken as the next one. */
  readonly numbers: ReadonlyMap<string, number> | null;
}
export interface ReadBundle extends Bundle {
  readonly partition: number;
  /** Of the cursor after this bundle. */
  readonly sequence: number;
  /**
   * Of the partition after this bundle: committed with it. It knows the newest lives of each node only. Numbers that
   * were not known at first stay so.
   */
  readonly cursor: Cursor;
}
export interface ReaderOptions {
  readonly stream: RecordStream;
  /** By partition; others may come later. */
  readonly cursors: ReadonlyMap<number, Cursor>;
  /** The next one of its partition is handed over when this resolves. When it rejects, the partition stops. */
  readonly onBundle: (bundle: ReadBundle) => Promise<void> | void;
  /** The bundles with numbers from `first` to `last`, from the node that sent them; without those it has no more. */
  readonly askAgain: (missing: Missing) => Promise<Found>;
  /** Nobody has these any more: they are lost, unless devices send again. */
  readonly onLost: (missing: Missing) => void;
  /**
   * A partition is not read any more. STREAM_BEHIND: the stream ends before the cursor. NOT_TAKEN: `onBundle` rejected,
   * with `cause`. UNKNOWN_VERSION: it was written by a newer program.
   */
  readonly onStopped: (partition: number, error: StreamError) => void;
  /** Something is tried again. */
  readonly onRetry: (error: unknown) => void;
}
export interface Missing {
  readonly partition: number;
  readonly sender: string;
  readonly first: number;
  readonly last: number;
}
/** Bundles that were missed. */
export interface Found {
  /** Rising; those that are not among them, up to `upTo`, nobody has any more. */
  readonly bundles: readonly Bundle[];
  /** For later ones is asked again. */
  readonly upTo: number;
}
