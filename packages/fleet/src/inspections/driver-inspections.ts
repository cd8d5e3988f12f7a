import type { Checklist, InspectionPhase } from './checklist.ts';
import type { Defect } from './defect.ts';
import type { InspectionResult } from './inspection.ts';

/** A checklist as a driver fills it in. */
export type DriverChecklist = Pick<
  Checklist,
  'id' | 'revision' | 'name' | 'phases' | 'blocksCheckIn' | 'items'
>;
/** A defect as the drivers of its vehicle see it. */
export type DriverDefect = Pick<
  Defect,
  'id' | 'itemText' | 'severity' | 'state' | 'note' | 'isBlocking' | 'release'
>;

/** Inspections of the vehicle that a driver has checked in to, or has just checked out of. */
export interface DriverInspections {
  /** 0 = there is none. */
  readonly deviceId: number;
  readonly deviceName: string;
  readonly checklists: readonly DriverChecklist[];
  /** Checklists that were filled in during this check-in. */
  readonly done: readonly { readonly checklistId: number; readonly phase: InspectionPhase }[];
  /** Defects that are not over. */
  readonly defects: readonly DriverDefect[];
}

/** Answer to an inspection; the same one again has the same. */
export interface DriverInspectionAnswer {
  readonly id: number;
  readonly key: string;
  readonly result: InspectionResult;
  /** Nobody checks in to the vehicle until it is repaired or released. */
  readonly isBlocked: boolean;
}
