import { z } from 'zod';
import { FIELD_LIMITS } from '../entities/field-limits.ts';
import {
  DRIVER_STEP_KINDS,
  DRIVER_STEP_OUTCOMES,
  MAX_DRIVER_STEPS,
  MAX_PROOF_CODE,
  MAX_PROOF_NAME,
  MAX_PROOF_PICTURES,
  PROOF_PICTURE_STATES,
  PROOF_PICTURES,
} from '../orders/driver-stop.ts';
import { FAILURE_REASONS } from '../orders/order.ts';
import { instant, optionalText } from './fields.ts';

/** Blank is an empty text. */
const maybeText = (maxLength: number) =>
  optionalText(maxLength)
    .transform((value) => value ?? '')
    .default('');
const time = () => instant().refine((value) => value !== null, 'is missing');

const picture = z.strictObject({ id: z.uuid(), use: z.enum(PROOF_PICTURES) });
/** Something that a driver did at a stop. */
const driverStep = z
  .strictObject({
    /** Made by the phone: the same one counts once. */
    id: z.uuid(),
    orderId: z.int().positive(),
    kind: z.enum(DRIVER_STEP_KINDS),
    /** When it happened, by the clock of the phone. */
    at: time(),
    /** Of a failure. */
    reason: z.enum(FAILURE_REASONS).nullable().default(null),
    name: maybeText(MAX_PROOF_NAME),
    code: maybeText(MAX_PROOF_CODE),
    note: maybeText(FIELD_LIMITS.order.note),
    /** Pictures that come after it, by the ids under which they come. */
    pictures: z.array(picture).max(MAX_PROOF_PICTURES).default([]),
  })
  .refine(({ kind, reason }) => kind !== 'fail' || reason !== null, 'reason: is missing');

/** Steps of a phone since it had a network. */
export const driverStepsBody = z
  .strictObject({
    /** Now, by the clock of the phone: a wrong clock is corrected by it. */
    sentAt: time(),
    steps: z.array(driverStep).min(1).max(MAX_DRIVER_STEPS),
  })
  .meta({ title: 'DriverSteps' });
export type DriverStepsBody = z.output<typeof driverStepsBody>;
export type DriverStepBody = z.output<typeof driverStep>;

const whole = () => z.int().min(0);
/** A step as the extension stores it, with what became of it. */
export const storedDriverStep = z.object({
  driverId: whole(),
  driverName: z.string(),
  kind: z.enum(DRIVER_STEP_KINDS),
  at: z.string(),
  phoneAt: z.string(),
  seenAt: z.string(),
  reason: z.enum(FAILURE_REASONS).nullable(),
  name: z.string(),
  code: z.string(),
  note: z.string(),
  pictures: z.array(
    z.object({ id: z.string(), use: z.enum(PROOF_PICTURES), state: z.enum(PROOF_PICTURE_STATES) }),
  ),
  outcome: z.enum(DRIVER_STEP_OUTCOMES),
});
export type StoredDriverStep = z.output<typeof storedDriverStep>;

/** Wrong codes of an order, each with the step that had it. They are about one code and one attempt. */
export const storedCodeTries = z.object({
  code: z.string(),
  attempt: whole(),
  tries: z.array(z.string()),
});
export type StoredCodeTries = z.output<typeof storedCodeTries>;

/** Orders that a driver's phone was given, oldest first: it may report about them, whatever the plan became. */
export const storedDriverStops = z.object({ orderIds: z.array(z.int().positive()) });

/** A picture of a step, as it was encoded again. */
export const storedProofPicture = z.object({ type: z.string(), base64: z.string() });
