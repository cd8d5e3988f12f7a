/** Inspections of vehicles: checklists, answers, and the defects that they find. */
export {
  DEFECT_SEVERITIES,
  INSPECTION_PHASES,
  isForCategory,
  ITEM_KINDS,
  type Checklist,
  type ChecklistContent,
  type ChecklistItem,
  type ChecklistPage,
  type DefectSeverity,
  type InspectionPhase,
  type ItemKind,
} from './checklist.ts';
export {
  INSPECTION_RESULTS,
  INSPECTION_SOURCES,
  PICTURE_STATES,
  type AnsweredItem,
  type DefectConfirmation,
  type Inspection,
  type InspectionAnswer,
  type InspectionContent,
  type InspectionDetail,
  type InspectionPage,
  type InspectionPicture,
  type InspectionResult,
  type InspectionSource,
} from './inspection.ts';
export {
  defectIn,
  isAnswered,
  judgeInspection,
  type AnswerProblem,
  type Finding,
  type JudgedInspection,
} from './judge-inspection.ts';
export {
  DEFECT_STATES,
  DEFECT_STEP_KINDS,
  MAX_DEFECT_STEPS,
  SIGNED_STATES,
  UNREPAIRED_STATES,
  WORKSHOP_STEPS,
  type Defect,
  type DefectPage,
  type DefectRelease,
  type DefectState,
  type DefectStep,
  type DefectStepKind,
  type WorkshopStep,
} from './defect.ts';
export {
  byGravity,
  DEFECT_DUES,
  defectDue,
  repairsOf,
  type DefectDue,
  type DefectRepair,
} from './defect-due.ts';
export { blocksAt, isReleaseEnd, possibleSteps, releaseAt, stepDefect } from './step-defect.ts';
export {
  MISSED_AFTER_MS,
  missedPhases,
  phasesToNotify,
  SHIFT_MARGIN_MS,
  type DoneInspection,
  type InspectedShift,
  type MissedInspection,
  type MissedInspectionPage,
} from './missed-inspections.ts';
export type {
  DriverChecklist,
  DriverDefect,
  DriverInspectionAnswer,
  DriverInspections,
} from './driver-inspections.ts';
