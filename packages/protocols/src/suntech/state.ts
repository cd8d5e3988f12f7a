/** Parts of a crash report received so far; `parts[0]` is part 1. */
export interface CrashParts {
  readonly total: number;
  readonly parts: readonly Uint8Array[];
  readonly bytes: number;
}

/** State of a connection: the unit's identifier, its command prefix, and a crash report in progress. */
export interface SuntechState {
  /** Family of the last legacy report, such as `ST300`. */
  readonly prefix: string;
  /** The last report was a universal one. */
  readonly universal: boolean;
  /** The id exactly as the unit writes it, which commands must repeat; null = nothing sent yet. */
  readonly id: string | null;
  readonly crash: CrashParts | null;
}

export const INITIAL: SuntechState = { prefix: 'SA200', universal: false, id: null, crash: null };
