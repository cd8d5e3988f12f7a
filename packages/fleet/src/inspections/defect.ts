import type { CivilDate } from '../billing/civil-date.ts';
import type { DefectSeverity } from './checklist.ts';

/** States of a defect; it is over when the next driver has confirmed that it is gone. */
export const DEFECT_STATES = [
  'open',
  'inWork',
  'deferred',
  'repaired',
  'noRepairNeeded',
  'confirmed',
] as const;
export type DefectState = (typeof DEFECT_STATES)[number];
/** States in which something is still wrong. */
export const UNREPAIRED_STATES = ['open', 'inWork', 'deferred'] as const satisfies readonly DefectState[];
/** States in which the next driver has the word. */
export const SIGNED_STATES = ['repaired', 'noRepairNeeded'] as const satisfies readonly DefectState[];

/** Steps of the workshop, which mechanics sign where they end the work, the release by a manager, and those of drivers. */
export const WORKSHOP_STEPS = ['begin', 'repair', 'dismiss', 'defer', 'reopen', 'release'] as const;
export type WorkshopStep = (typeof WORKSHOP_STEPS)[number];
export const DEFECT_STEP_KINDS = [...WORKSHOP_STEPS, 'confirm', 'reject'] as const;
export type DefectStepKind = (typeof DEFECT_STEP_KINDS)[number];

export interface DefectStep {
  /** UUID: the same step counts once. */
  readonly id: string;
  readonly kind: DefectStepKind;
  readonly at: string;
  readonly userId: number;
  readonly userName: string;
  /** Name with which a mechanic signs that it is repaired, or that no repair is needed; '' = not signed. */
  readonly signature: string;
  readonly note: string;
  /** Of a deferral: the day on which it is looked at again. */
  readonly until: CivilDate | null;
  /** Of a release, whose reason is the note: ISO 8601. */
  readonly releasedUntil: string | null;
  /** Of a repair, in cents; null = nobody has said. */
  readonly cost: number | null;
  /** Of a repair, as it was read; null = it was not. */
  readonly odometerKm: number | null;
}
/** A manager lets drivers check in although the defect is there. Instants are ISO 8601. */
export interface DefectRelease {
  readonly since: string;
  readonly until: string;
  readonly reason: string;
}
export interface Defect {
  readonly id: number;
  /** Of the stored document; a step names the version that it began from. */
  readonly version: number;
  readonly ownerId: number;
  readonly deviceId: number;
  readonly deviceName: string;
  /** Inspection that found it. */
  readonly inspectionId: number;
  readonly checklistId: number;
  readonly checklistName: string;
  readonly itemId: number;
  readonly itemText: string;
  readonly severity: DefectSeverity;
  /** While it is not repaired, nobody checks in to its vehicle. */
  readonly isBlocking: boolean;
  readonly note: string;
  readonly foundAt: string;
  readonly foundBy: string;
  readonly state: DefectState;
  /** Null = it is not deferred. */
  readonly deferredUntil: CivilDate | null;
  /** The last one, perhaps over; null = there is none, or a step has ended it. */
  readonly release: DefectRelease | null;
  readonly steps: readonly DefectStep[];
}
/** Defects in pages, with the number of each state. */
export interface DefectPage {
  readonly defects: readonly Defect[];
  readonly next: string | null;
  readonly counts: readonly { readonly state: DefectState; readonly count: number }[];
}
/** Steps of one defect; of more none is taken. */
export const MAX_DEFECT_STEPS = 200;
