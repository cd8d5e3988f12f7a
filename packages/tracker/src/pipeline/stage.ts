import type { StoredPosition } from '@rastro/storage';
import type { Draft } from './draft.ts';
import type { PipelineOptions } from './options.ts';

export interface StageContext {
  /** The device's newest accepted position before this one. */
  readonly last: StoredPosition | null;
  /** Arrival, milliseconds since 1970. */
  readonly now: number;
  /** Older than `last`: it enters history, but is no neighbour of `last`. */
  readonly late: boolean;
  readonly options: PipelineOptions;
}
/** What a stage changes, null = nothing, or why the position is not kept. */
export type StageResult = Partial<Draft> | null | { readonly refused: string };
export type Stage = (draft: Draft, context: StageContext) => StageResult;
