/** Cursors of recurring tasks. */
export interface CursorStorage {
  /** An instant under a name; null = it never ran. */
  readCursor(name: string): Promise<number | null>;
  setCursor(name: string, instant: number): Promise<void>;
}
export interface Cursor {
  readonly name: string;
  readonly instant: number;
}
/** The same for many things of one kind, whose names begin alike. */
export interface CursorListStorage {
  cursorsByPrefix(prefix: string): Promise<readonly Cursor[]>;
  /** In one transaction. */
  setCursors(cursors: readonly Cursor[]): Promise<void>;
}
