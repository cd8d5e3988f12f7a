import { z } from 'zod';
import { FIELD_LIMITS } from '../entities/field-limits.ts';
import {
  DEFECT_SEVERITIES,
  INSPECTION_PHASES,
  ITEM_KINDS,
  type Checklist,
  type ChecklistItem,
} from '../inspections/checklist.ts';
import { WORKSHOP_STEPS, type Defect } from '../inspections/defect.ts';
import type { Inspection, InspectionDetail } from '../inspections/inspection.ts';
import { defectStep, INSPECTION_ANSWERS } from './answers/inspections.ts';
import { day, ignoring, instant, optionalText, text } from './fields.ts';

const limits = FIELD_LIMITS.inspection;
/** Blank is an empty text. */
const maybeText = (maxLength: number) =>
  optionalText(maxLength)
    .transform((value) => value ?? '')
    .default('');
const time = () =>
  instant().transform((value, context): string => {
    if (value !== null) return value;
    context.addIssue({ code: 'custom', message: 'is missing' });
    return z.NEVER;
  });
const value = () => z.number().min(-limits.value).max(limits.value).nullable().default(null);
const isOnce = (values: readonly unknown[]): boolean => new Set(values).size === values.length;

const item = z
  .strictObject({
    id: z.int().positive().max(1_000_000),
    text: text(limits.item),
    kind: z.enum(ITEM_KINDS),
    isRequired: z.boolean().default(true),
    severity: z.enum(DEFECT_SEVERITIES).default('minor'),
    min: value(),
    max: value(),
    unit: maybeText(limits.unit),
  })
  .refine(({ min, max }) => min === null || max === null || min <= max, 'max: is below min');
const hasOwnIds = ({ items }: { readonly items: readonly ChecklistItem[] }): boolean =>
  isOnce(items.map(({ id }) => id));
const IDS = 'items: have the same id twice';

const content = {
  name: text(limits.name),
  categories: z
    .array(text(limits.unit * 2))
    .max(limits.categories)
    .refine(isOnce, 'are there twice')
    .default([]),
  phases: z.array(z.enum(INSPECTION_PHASES)).min(1).refine(isOnce, 'are there twice'),
  blocksCheckIn: z.boolean().default(false),
  items: z.array(item).min(1).max(limits.items),
};
/** A new checklist. */
export const checklistBody = z.strictObject(content).refine(hasOwnIds, IDS).meta({ title: 'ChecklistBody' });
/** A change of a checklist, with the version that it began from. */
export const checklistChangeBody = ignoring(
  ['id'],
  z.strictObject({ ...content, version: z.int().positive() }).refine(hasOwnIds, IDS),
).meta({ title: 'ChecklistChange' });

const answer = z.strictObject({
  itemId: z.int().positive(),
  isOk: z.boolean().nullable().default(null),
  value: value(),
  text: maybeText(limits.text),
  note: maybeText(limits.note),
  pictures: z.array(z.uuid()).max(limits.answerPictures).default([]),
});
const confirmation = z.strictObject({
  defectId: z.int().positive(),
  isConfirmed: z.boolean(),
  note: maybeText(limits.note),
});
const inspection = z
  .strictObject({
    /** Made by whoever fills it in: the same one counts once. */
    key: z.uuid(),
    checklistId: z.int().positive(),
    revision: z.int().positive(),
    deviceId: z.int().positive(),
    phase: z.enum(INSPECTION_PHASES),
    startedAt: time(),
    finishedAt: time(),
    odometerKm: z.number().min(0).max(limits.odometerKm).nullable().default(null),
    note: maybeText(limits.note),
    answers: z.array(answer).max(limits.items),
    confirmations: z.array(confirmation).max(limits.confirmations).default([]),
  })
  .refine(({ startedAt, finishedAt }) => Date.parse(startedAt) <= Date.parse(finishedAt), {
    error: 'finishedAt: is before startedAt',
  })
  .refine(({ answers }) => answers.flatMap(({ pictures }) => pictures).length <= limits.pictures, {
    error: `answers: have more than ${limits.pictures} pictures`,
  })
  .refine(({ answers }) => isOnce(answers.flatMap(({ pictures }) => pictures)), {
    error: 'answers: have the same picture twice',
  });
/** A checklist that somebody filled in. */
export const inspectionBody = inspection.meta({ title: 'InspectionBody' });
export type InspectionBody = z.output<typeof inspectionBody>;

/** The same from the phone of a driver. */
export const driverInspectionBody = z
  .strictObject({
    /** Now, by the clock of the phone: a wrong clock is corrected by it. */
    sentAt: time(),
    inspection,
  })
  .meta({ title: 'DriverInspection' });

const SIGNED: readonly string[] = ['repair', 'dismiss'];
/** Step of the workshop. The same id is stored once. */
export const defectStepBody = z
  .strictObject({
    id: z.uuid(),
    version: z.int().positive(),
    kind: z.enum(WORKSHOP_STEPS),
    /** Name of the mechanic who signs. */
    signature: maybeText(limits.signature),
    note: maybeText(limits.note),
    until: day().nullable().default(null),
    /** Of a release, a day ahead at most; its note is the reason. */
    releasedUntil: time().nullable().default(null),
    /** Of a repair, in cents. */
    cost: z.int().min(0).max(limits.cost).nullable().default(null),
    /** Of a repair, as it was read. */
    odometerKm: z.number().min(0).max(limits.odometerKm).nullable().default(null),
  })
  .refine(({ kind, signature }) => !SIGNED.includes(kind) || signature !== '', 'signature: is missing')
  .refine(({ kind, until }) => kind !== 'defer' || until !== null, 'until: is missing')
  .refine(({ kind, releasedUntil }) => kind !== 'release' || releasedUntil !== null, {
    error: 'releasedUntil: is missing',
  })
  .refine(({ kind, note }) => kind !== 'release' || note !== '', 'note: is missing')
  .refine(({ kind, cost }) => kind === 'repair' || cost === null, 'cost: is of a repair alone')
  .refine(({ kind, odometerKm }) => kind === 'repair' || odometerKm === null, {
    error: 'odometerKm: is of a repair alone',
  })
  .meta({ title: 'DefectStepBody' });
export type DefectStepBody = z.output<typeof defectStepBody>;

/** As the extension stores them: all but the id and the version, which their documents have. */
const storedChecklist = INSPECTION_ANSWERS.Checklist.omit({ id: true, version: true });
export type StoredChecklist = Omit<Checklist, 'id' | 'version'>;
export const readStoredChecklist = (body: unknown): StoredChecklist => storedChecklist.parse(body);
const detail = INSPECTION_ANSWERS.InspectionDetail;
const storedInspection = detail.omit({ id: true, note: true, answers: true });
export type StoredInspection = Omit<Inspection, 'id'>;
export const readStoredInspection = (body: unknown): StoredInspection => storedInspection.parse(body);
const storedAnswers = detail.pick({ note: true, answers: true });
/** Answers are stored beside their inspection. */
export const readStoredAnswers = (body: unknown): Pick<InspectionDetail, 'note' | 'answers'> =>
  storedAnswers.parse(body);
// Those that were stored before there were releases, or costs of repairs, have none.
const { release, releasedUntil, cost, odometerKm } = {
  ...INSPECTION_ANSWERS.Defect.shape,
  ...defectStep.shape,
};
const storedDefect = INSPECTION_ANSWERS.Defect.omit({ id: true, version: true }).extend({
  release: release.default(null),
  steps: z.array(
    defectStep.extend({
      releasedUntil: releasedUntil.default(null),
      cost: cost.default(null),
      odometerKm: odometerKm.default(null),
    }),
  ),
});
export type StoredDefect = Omit<Defect, 'id' | 'version'>;
export const readStoredDefect = (body: unknown): StoredDefect => storedDefect.parse(body);

const storedMissedCursor = z.object({ until: z.int().nonnegative() });
/** Until when shifts were looked at for missed inspections, milliseconds since 1970. */
export const readStoredMissedCursor = (body: unknown): z.output<typeof storedMissedCursor> =>
  storedMissedCursor.parse(body);
