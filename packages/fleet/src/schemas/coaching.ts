import { z } from 'zod';
import { CASE_STATES, CONTEST_ANSWERS, type CoachingCase } from '../coaching/coaching-case.ts';
import { FIELD_LIMITS } from '../entities/field-limits.ts';
import { DRIVING_EVENT_KINDS, type DrivingEventKind } from '../trips/driving-style.ts';
import type { WithdrawnEvent } from '../trips/withdrawn-events.ts';
import { COACHING_ANSWERS } from './answers/coaching.ts';
import { instant, optionalText, reference } from './fields.ts';

const { note, reason } = FIELD_LIMITS.coaching;
/** The event that it is about; its begin is an instant of the report of driving events. */
const event = {
  deviceId: z.int().positive(),
  kind: z.enum(DRIVING_EVENT_KINDS),
  startTime: instant().pipe(z.string('is missing')),
};
const reasonText = () =>
  optionalText(reason.max).refine((value) => (value ?? '').length >= reason.min, {
    message: `needs ${reason.min} characters`,
  });

/** A change of a case. */
export const coachingCaseBody = z
  .strictObject({
    ...event,
    /** That it began from; 0 = there was no case. */
    version: z.int().min(0),
    state: z.enum(CASE_STATES),
    assigneeId: reference().default(0),
    note: optionalText(note).default(null),
  })
  .refine(({ state, assigneeId }) => state !== 'assigned' || assigneeId > 0, 'assigneeId: is missing')
  .meta({ title: 'CoachingCaseChange' });
export type CoachingCaseBody = z.output<typeof coachingCaseBody>;

export const contestBody = z.strictObject({ ...event, reason: reasonText() }).meta({ title: 'ContestStart' });
export type ContestBody = z.output<typeof contestBody>;

/** A declined one needs a reason. */
export const contestAnswerBody = z
  .strictObject({
    ...event,
    state: z.enum(CONTEST_ANSWERS),
    answer: optionalText(reason.max).default(null),
  })
  .refine(
    ({ state, answer }) => state === 'accepted' || (answer ?? '').length >= reason.min,
    `answer: needs ${reason.min} characters`,
  )
  .meta({ title: 'ContestAnswer' });
export type ContestAnswerBody = z.output<typeof contestAnswerBody>;

/** A case as the extension stores it: all but the version, which its document has. */
const storedCase = COACHING_ANSWERS.CoachingCase.omit({ version: true });
export type StoredCoachingCase = Omit<CoachingCase, 'version'>;
export const readCoachingCase = (body: unknown): StoredCoachingCase => storedCase.parse(body);

const withdrawnEvents = z.object({
  events: z.array(z.object({ kind: z.enum(DRIVING_EVENT_KINDS), from: z.int(), to: z.int() })),
});
/** Events of a device that were taken back. */
export const readWithdrawnEvents = (body: unknown): readonly WithdrawnEvent[] =>
  withdrawnEvents.parse(body).events;

/** Key of an event, as cases are stored: by its day, so that a period finds its own. */
export const coachingCaseKey = (deviceId: number, kind: DrivingEventKind, time: number): string =>
  `${new Date(time).toISOString().slice(0, 10)}:${deviceId}:${kind}:${time}`;
