import { z } from 'zod';
import { INSPECTION_RESULTS } from '../../inspections/inspection.ts';
import { DEFECT_STATES } from '../../inspections/defect.ts';
import {
  checklistBody,
  checklistChangeBody,
  defectStepBody,
  driverInspectionBody,
  inspectionBody,
} from '../../schemas/inspections.ts';
import { didInPath, inspected, made, removed, steppedDefect } from '../audit-rules.ts';
import { choices, count, flag, instant, integers, text, word } from '../query-fields.ts';
import { at, defineRoutes, file, nothing, one } from '../route.ts';

const area = 'inspections';
/** Guests have none even where the standard edition gives every right to everybody: the handlers check that. */
const shown = { area, access: 'inspections.view', errors: [400, 404, 501, 502] } as const;
const filledIn = { area, access: 'inspections.create', errors: [400, 404, 409, 429, 501, 502] } as const;
const changed = { area, access: 'inspections.edit', errors: [404, 409, 501, 502] } as const;
const gone = { area, access: 'inspections.delete', errors: [404, 409, 501, 502] } as const;
const vehicles = integers('Vehicles; all when not given');
const limit = count('Most of a page, at most 500; 50 when not given');
const after = text('`next` of the page before');
const from = instant('Begin, included');
const to = instant('End, included');
const descending = flag('Latest, or last by name, first');
const sort = word(['time', 'vehicle'], 'time when not given');
const driver = { area, access: 'session', qrDriver: true } as const;

/** Inspections of the vehicles of a company: seen by it, those below it, and those who answer for it. */
export const INSPECTION_ROUTES = defineRoutes({
  'GET /inspections': {
    ...shown,
    summary: 'Inspections in pages, with the number of each result',
    query: z.object({
      from,
      to,
      result: choices(INSPECTION_RESULTS, 'Results; all when not given'),
      deviceId: vehicles,
      text: text('Words of vehicle, checklist or driver'),
      sort,
      descending,
      limit,
      after,
    }),
    answer: one('InspectionPage'),
  },
  'GET /inspections/:id': {
    ...shown,
    summary: 'An inspection with its answers',
    answer: one('InspectionDetail'),
  },
  'GET /inspections/:id/pdf': {
    ...shown,
    summary:
      'An inspection with its pictures as PDF, in the language of the caller, under the brand of its company',
    query: z.object({ zone: text("Time zone of its times; the caller's when not given") }),
    answer: file('application/pdf'),
    errors: [400, 404, 429, 501, 502],
  },
  'POST /inspections': {
    ...filledIn,
    summary: 'An inspection that a user has filled in; the same key counts once',
    body: inspectionBody,
    answer: one('InspectionDetail'),
    also: [at(201, one('InspectionDetail'))],
    audit: inspected,
  },
  'DELETE /inspections/:id': {
    ...gone,
    summary: 'Removes an inspection with its pictures; its defects stay',
    audit: removed('inspection'),
  },
  'GET /inspections/:id/pictures/:picture': {
    ...shown,
    summary: 'A photo or signature of an inspection',
    answer: file('image/webp'),
  },
  'POST /inspections/:id/pictures/:picture': {
    ...filledIn,
    summary: 'A picture that an inspection has named, encoded again; the same one is stored once',
    upload: 'image/*',
    answer: nothing(204),
  },
  'GET /missed-inspections': {
    ...shown,
    summary:
      'Shifts of at most 93 days without an inspection for which their vehicle has a checklist, in pages; seven days when no begin is given',
    query: z.object({
      from,
      to,
      deviceId: vehicles,
      text: text('Words of vehicle or driver'),
      sort,
      descending,
      limit,
      after,
    }),
    answer: one('MissedInspectionPage'),
  },
  'GET /checklists': {
    ...shown,
    summary: 'Checklists in pages, by name',
    query: z.object({ text: text('Words of the name'), limit, after }),
    answer: one('ChecklistPage'),
  },
  'POST /checklists': {
    ...changed,
    summary: 'Makes a checklist',
    body: checklistBody,
    answer: one('Checklist'),
    audit: made('checklist'),
  },
  'PUT /checklists/:id': {
    ...changed,
    summary: 'Changes a checklist; what was filled in stays as it was asked',
    body: checklistChangeBody,
    answer: one('Checklist'),
    audit: didInPath('edit', 'checklist'),
  },
  'DELETE /checklists/:id': {
    ...gone,
    summary: 'Removes a checklist; what was filled in stays',
    audit: removed('checklist'),
  },
  'GET /defects': {
    ...shown,
    summary: 'Defects in pages, with the number of each state',
    query: z.object({
      from,
      to,
      state: choices(DEFECT_STATES, 'States; all when not given'),
      deviceId: vehicles,
      text: text('Words of question, note, vehicle or driver'),
      sort,
      descending,
      limit,
      after,
    }),
    answer: one('DefectPage'),
  },
  'GET /defects/:id': {
    ...shown,
    summary: 'A defect with its steps',
    answer: one('Defect'),
  },
  'POST /defects/:id/steps': {
    ...changed,
    summary: 'Begins, signs or defers the repair of a defect; the same id counts once',
    body: defectStepBody,
    answer: one('Defect'),
    audit: steppedDefect,
  },
  'GET /qr-driver/inspections': {
    ...driver,
    summary: 'Checklists and defects of the vehicle that the signed-in driver has checked in to',
    answer: one('DriverInspections'),
    errors: [403, 501, 502],
  },
  'POST /qr-driver/inspections': {
    ...driver,
    summary: 'An inspection by the signed-in driver; the same key counts once, with the same answer',
    body: driverInspectionBody,
    answer: one('DriverInspectionAnswer'),
    also: [at(201, one('DriverInspectionAnswer'))],
    errors: [400, 403, 404, 409, 501, 502],
    audit: inspected,
  },
  'POST /qr-driver/inspections/:key/pictures/:picture': {
    ...driver,
    summary: 'A picture that an inspection of the signed-in driver has named; the same one is stored once',
    upload: 'image/*',
    answer: nothing(204),
    errors: [400, 403, 404, 429, 501, 502],
  },
});
