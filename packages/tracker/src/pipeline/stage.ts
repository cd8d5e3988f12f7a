import type { Attributes } from '@rastro/fleet';
import type { Owed, StoredPosition } from '@rastro/storage';
import type { DeviceEntity } from '../directory/directory.ts';
import type { Draft } from '../drafts/draft.ts';
import type { Way } from '../drafts/still.ts';
import type { DeviceMemory } from './live-device.ts';
import type { Placing } from './placing.ts';
import type { PipelineOptions } from './options.ts';
import type { Surroundings } from './surroundings.ts';

export interface StageContext {
  readonly entity: DeviceEntity;
  /** The device's newest accepted position before this one. */
  readonly last: StoredPosition | null;
  readonly memory: DeviceMemory;
  /** Arrival, milliseconds since 1970. */
  readonly now: number;
  /** Older than `last`: it enters history, but is no neighbour of `last`. */
  readonly late: boolean;
  /** Of a live record, once its time is settled; else null. */
  readonly placing: Placing | null;
  /** What the totals of `last` lack, because records came late. */
  readonly owing: Owed;
  /** From `last` to a live record; null = none that was driven. */
  readonly way: Way | null;
  /** As they hold for this device. */
  readonly options: PipelineOptions;
  readonly around: Surroundings;
}
/** What a stage changes, what it adds to the attributes, null = nothing, or why the position is not kept. */
export type StageResult =
  | Partial<Draft>
  | { readonly added: Attributes }
  | null
  | { readonly refused: string };
export type Stage = (draft: Draft, context: StageContext) => StageResult;
