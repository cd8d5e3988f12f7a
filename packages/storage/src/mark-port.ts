/** How far recurring tasks have come. */
export interface MarkStorage {
  /** An instant under a name; null = it never ran. */
  mark(name: string): Promise<number | null>;
  setMark(name: string, instant: number): Promise<void>;
}
