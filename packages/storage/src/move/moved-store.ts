import type { MovedRow, MovedTable } from './moved-table.ts';

/** Which of the two stores of an installation. */
export type MovedStoreName = 'tracker' | 'extension';

/** Where the next page begins, understood by the store that gave it, also after it was opened again. */
export type PageCursor = string;

export interface MovedPage {
  readonly rows: readonly MovedRow[];
  /** Null = there are no more. */
  readonly next: PageCursor | null;
  /** Data of this stretch that cannot be read, one line each. */
  readonly lost: readonly string[];
}

/** The last id that was given, by what has ids. */
export type Counters = Readonly<Record<string, number>>;

/** A store that is read from its first row to its last. */
export interface MovedStore {
  readonly tables: readonly MovedTable[];
  /** @throws StorageError DAMAGED where rows cannot be read, unless losses are accepted. */
  page(table: MovedTable, from: PageCursor | null): Promise<MovedPage>;
  /** Rows, roughly: for the time that is left. */
  estimate(table: MovedTable): Promise<number>;
  counters(): Promise<Counters>;
  close(): Promise<void>;
}

/** A store whose data are moved. It is not changed. */
export interface MoveSource extends MovedStore {
  /** Another one when it is another store, or somebody has worked with it since. */
  readonly identity: string;
}

/** Progress of a table. */
export interface TableProgress {
  readonly rows: number;
  /** Where the rest begins; null = nothing is left. */
  readonly next: PageCursor | null;
  readonly isVerified: boolean;
  readonly lost: readonly string[];
}

/** As it is stored. */
export function progressOf(text: unknown): TableProgress {
  const progress: TableProgress = JSON.parse(String(text));
  return progress;
}

/** A store that is filled. Until it is finished no server opens it. */
export interface MoveTarget extends MovedStore {
  /** Source whose data are in it; null = it is empty. */
  readonly movedFrom: string | null;
  /** Notes the source, before the first row. */
  begin(identity: string): Promise<void>;
  progress(): Promise<ReadonlyMap<string, TableProgress>>;
  /** Stores rows, and how far they have come, in one transaction. @param isFirst Nothing of the table was stored before. */
  write(
    table: MovedTable,
    rows: readonly MovedRow[],
    progress: TableProgress,
    isFirst: boolean,
  ): Promise<void>;
  note(table: MovedTable, progress: TableProgress): Promise<void>;
  setCounters(counters: Counters): Promise<void>;
  /** Work behind the last row, in steps: it may end between two and begin again. @returns whether there is more. */
  settle(): Promise<boolean>;
  /** From now on it is as any other store. */
  finish(): Promise<void>;
}
