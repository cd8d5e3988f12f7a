import { z } from 'zod';
import {
  DEFECT_SEVERITIES,
  INSPECTION_PHASES,
  ITEM_KINDS,
  type Checklist,
  type ChecklistItem,
  type ChecklistPage,
} from '../../inspections/checklist.ts';
import {
  DEFECT_STATES,
  DEFECT_STEP_KINDS,
  type Defect,
  type DefectPage,
  type DefectRelease,
  type DefectStep,
} from '../../inspections/defect.ts';
import type {
  DriverChecklist,
  DriverDefect,
  DriverInspectionAnswer,
  DriverInspections,
} from '../../inspections/driver-inspections.ts';
import {
  INSPECTION_RESULTS,
  INSPECTION_SOURCES,
  PICTURE_STATES,
  type AnsweredItem,
  type Inspection,
  type InspectionDetail,
  type InspectionPage,
  type InspectionPicture,
} from '../../inspections/inspection.ts';
import type { MissedInspection, MissedInspectionPage } from '../../inspections/missed-inspections.ts';
import {
  day,
  instant,
  maybeInstant,
  maybeNumber,
  maybeString,
  shapeOf,
  string,
  whole,
  yesNo,
} from './shape.ts';

const phase = () => z.enum(INSPECTION_PHASES);
const severity = () => z.enum(DEFECT_SEVERITIES);
const result = () => z.enum(INSPECTION_RESULTS);
const state = () => z.enum(DEFECT_STATES);

const item = shapeOf<ChecklistItem>()({
  id: whole(),
  text: string(),
  kind: z.enum(ITEM_KINDS),
  isRequired: yesNo(),
  severity: severity(),
  min: maybeNumber(),
  max: maybeNumber(),
  unit: string(),
});
const ChecklistAnswer = shapeOf<Checklist>()({
  id: whole(),
  version: whole(),
  ownerId: whole(),
  revision: whole(),
  changedTime: instant(),
  name: string(),
  categories: z.array(string()),
  phases: z.array(phase()),
  blocksCheckIn: yesNo(),
  items: z.array(item),
});
const inspection = {
  id: whole(),
  ownerId: whole(),
  checklistId: whole(),
  checklistName: string(),
  revision: whole(),
  deviceId: whole(),
  deviceName: string(),
  phase: phase(),
  result: result(),
  by: z.enum(INSPECTION_SOURCES),
  userId: whole(),
  userName: string(),
  driverUniqueId: string(),
  startedAt: instant(),
  finishedAt: instant(),
  seenAt: instant(),
  odometerKm: maybeNumber(),
  defects: whole(),
};
const answeredItem = shapeOf<AnsweredItem>()({
  item,
  itemId: whole(),
  isOk: yesNo().nullable(),
  value: maybeNumber(),
  text: string(),
  note: string(),
  defect: severity().nullable(),
  defectId: whole(),
  pictures: z.array(shapeOf<InspectionPicture>()({ id: string(), state: z.enum(PICTURE_STATES) })),
});
const release = () =>
  shapeOf<DefectRelease>()({ since: instant(), until: instant(), reason: string() }).nullable();
export const defectStep = shapeOf<DefectStep>()({
  id: string(),
  kind: z.enum(DEFECT_STEP_KINDS),
  at: instant(),
  userId: whole(),
  userName: string(),
  signature: string(),
  note: string(),
  until: day().nullable(),
  releasedUntil: maybeInstant(),
  cost: whole().nullable(),
  odometerKm: maybeNumber(),
});
const DefectAnswer = shapeOf<Defect>()({
  id: whole(),
  version: whole(),
  ownerId: whole(),
  deviceId: whole(),
  deviceName: string(),
  inspectionId: whole(),
  checklistId: whole(),
  checklistName: string(),
  itemId: whole(),
  itemText: string(),
  severity: severity(),
  isBlocking: yesNo(),
  note: string(),
  foundAt: instant(),
  foundBy: string(),
  state: state(),
  deferredUntil: day().nullable(),
  release: release(),
  steps: z.array(defectStep),
});
const missedInspection = shapeOf<MissedInspection>()({
  deviceId: whole(),
  deviceName: string(),
  driverName: string(),
  phase: phase(),
  since: instant(),
  until: maybeInstant(),
});
const driverChecklist = shapeOf<DriverChecklist>()({
  id: whole(),
  revision: whole(),
  name: string(),
  phases: z.array(phase()),
  blocksCheckIn: yesNo(),
  items: z.array(item),
});
const driverDefect = shapeOf<DriverDefect>()({
  id: whole(),
  itemText: string(),
  severity: severity(),
  state: state(),
  note: string(),
  isBlocking: yesNo(),
  release: release(),
});

export const INSPECTION_ANSWERS = {
  Checklist: ChecklistAnswer,
  ChecklistPage: shapeOf<ChecklistPage>()({ checklists: z.array(ChecklistAnswer), next: maybeString() }),
  InspectionDetail: shapeOf<InspectionDetail>()({
    ...inspection,
    note: string(),
    answers: z.array(answeredItem),
  }),
  InspectionPage: shapeOf<InspectionPage>()({
    inspections: z.array(shapeOf<Inspection>()(inspection)),
    next: maybeString(),
    counts: z.array(z.strictObject({ result: result(), count: whole() })),
  }),
  MissedInspection: missedInspection,
  MissedInspectionPage: shapeOf<MissedInspectionPage>()({
    missed: z.array(missedInspection),
    next: maybeString(),
  }),
  Defect: DefectAnswer,
  DefectPage: shapeOf<DefectPage>()({
    defects: z.array(DefectAnswer),
    next: maybeString(),
    counts: z.array(z.strictObject({ state: state(), count: whole() })),
  }),
  DriverInspections: shapeOf<DriverInspections>()({
    deviceId: whole(),
    deviceName: string(),
    checklists: z.array(driverChecklist),
    done: z.array(z.strictObject({ checklistId: whole(), phase: phase() })),
    defects: z.array(driverDefect),
  }),
  DriverInspectionAnswer: shapeOf<DriverInspectionAnswer>()({
    id: whole(),
    key: string(),
    result: result(),
    isBlocked: yesNo(),
  }),
};
