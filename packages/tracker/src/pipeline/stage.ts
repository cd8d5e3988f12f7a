import type { Attributes } from '@rastro/fleet';
import type { PendingCorrection, StoredPosition } from '@rastro/storage';
import type { DeviceEntity } from '../directory/directory.ts';
import type { PendingRecord } from '../pending-records/pending-record.ts';
import type { Movement } from '../pending-records/movement.ts';
import type { DeviceMemory } from './live-device.ts';
import type { Placing } from './placing.ts';
import type { PipelineOptions } from './options.ts';
import type { ReferenceData } from './reference-data.ts';

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
  /** Correction by late records that the totals of `last` lack. */
  readonly remainingCorrection: PendingCorrection;
  /** From `last` to a live record; null = none that was driven. */
  readonly movement: Movement | null;
  /** As they hold for this device. */
  readonly options: PipelineOptions;
  readonly around: ReferenceData;
}
/** Result of a stage: changes, added attributes, null = nothing, or why the position is not stored. */
export type StageResult =
  | Partial<PendingRecord>
  | { readonly added: Attributes }
  | null
  | { readonly rejected: string };
export type Stage = (pendingRecord: PendingRecord, context: StageContext) => StageResult;
