import { changeChecklist, listChecklists, makeChecklist, removeChecklist } from './checklists.ts';
import { listDefects, readDefect, reportDefectStep } from './defects.ts';
import { makeDriverInspection, readDriverInspections, takeDriverPicture } from './driver-inspections.ts';
import type { InspectionDeps } from './inspection-deps.ts';
import { readInspectionPicture, takeInspectionPicture } from './inspection-pictures.ts';
import { listInspections, listMissed, readInspection } from './list-inspections.ts';
import { printInspection } from './paper/print-inspection.ts';
import { makeInspection, removeInspection } from './write-inspections.ts';

/** Handlers of inspections. */
export const inspectionHandlers = (deps: InspectionDeps) => ({
  'GET /inspections': listInspections(deps),
  'GET /inspections/:id': readInspection(deps),
  'GET /inspections/:id/pdf': printInspection(deps),
  'POST /inspections': makeInspection(deps),
  'DELETE /inspections/:id': removeInspection(deps),
  'GET /inspections/:id/pictures/:picture': readInspectionPicture(deps),
  'POST /inspections/:id/pictures/:picture': takeInspectionPicture(deps),
  'GET /missed-inspections': listMissed(deps),
  'GET /checklists': listChecklists(deps),
  'POST /checklists': makeChecklist(deps),
  'PUT /checklists/:id': changeChecklist(deps),
  'DELETE /checklists/:id': removeChecklist(deps),
  'GET /defects': listDefects(deps),
  'GET /defects/:id': readDefect(deps),
  'POST /defects/:id/steps': reportDefectStep(deps),
  'GET /qr-driver/inspections': readDriverInspections(deps),
  'POST /qr-driver/inspections': makeDriverInspection(deps),
  'POST /qr-driver/inspections/:key/pictures/:picture': takeDriverPicture(deps),
});
