import type { Lease } from './lease-port.ts';

/** Cursors of recurring tasks. */
export interface CursorStorage {
  /** An instant under a name; null = it never ran. */
  readCursor(name: string): Promise<number | null>;
  /**
   * @param under Nothing is stored when another holder has the lease by now; absent = whoever has it.
   * @throws StorageError FENCED.
   */
  setCursor(name: string, instant: number, under?: Lease): Promise<void>;
}
export interface Cursor {
  readonly name: string;
  readonly instant: number;
}
/** The same for many things of one kind, whose names begin alike. */
export interface CursorListStorage {
  cursorsByPrefix(prefix: string): Promise<readonly Cursor[]>;
  /**
   * Moves cursors forward, in one transaction.
   * @returns for each whether it moved: one that is there already, or further, stays.
   */
  advanceCursors(cursors: readonly Cursor[]): Promise<readonly boolean[]>;
}
