/** How far recurring tasks have come. */
export interface MarkStorage {
  /** An instant under a name; null = it never ran. */
  mark(name: string): Promise<number | null>;
  setMark(name: string, instant: number): Promise<void>;
}
export interface Mark {
  readonly name: string;
  readonly instant: number;
}
/** The same for many things of one kind, whose names begin alike. */
export interface MarkListStorage {
  marksBelow(prefix: string): Promise<readonly Mark[]>;
  /** In one transaction. */
  setMarks(marks: readonly Mark[]): Promise<void>;
}
