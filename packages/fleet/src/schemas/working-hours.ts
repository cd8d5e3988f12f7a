import { z } from 'zod';
import { readCivilMonth, type CivilMonth } from '../billing/civil-date.ts';
import { FIELD_LIMITS } from '../entities/field-limits.ts';
import { isTimeZone } from '../preferences/time-zone.ts';
import {
  ACTIVITY_KINDS,
  EXCESS_REASONS,
  HOURS_AGREEMENTS,
  HOURS_SERVICES,
} from '../working-hours/activity.ts';
import { DRIVER_FAMILIES, type HoursSettings } from '../working-hours/driver-hours.ts';
import type { HoursCorrection } from '../working-hours/hours-correction.ts';
import { WARNING_THRESHOLDS, type HoursWarning } from '../working-hours/hours-warning.ts';
import type { MonthSheet } from '../working-hours/month-sheet.ts';
import { HOURS_ANSWERS } from './answers/working-hours.ts';
import { instant, optionalText, text } from './fields.ts';

const limits = FIELD_LIMITS.workingHours;

const someInstant = () =>
  instant().transform((given, context): string => {
    if (given !== null) return given;
    context.addIssue({ code: 'custom', message: 'is missing' });
    return z.NEVER;
  });
const settings = {
  family: z.enum(DRIVER_FAMILIES),
  zone: z.string().max(limits.zone).refine(isTimeZone, 'is no zone, Area/City'),
  service: z.enum(HOURS_SERVICES),
  crew: z.union([z.literal(1), z.literal(2)]),
  agreements: z.array(z.enum(HOURS_AGREEMENTS)).max(HOURS_AGREEMENTS.length),
  isInternational: z.boolean(),
};
/** Settings of a driver with the version that it began from; 0 = nothing was said. */
export const hoursSettingsBody = z
  .strictObject({ ...settings, version: z.int().min(0) })
  .meta({ title: 'HoursSettingsBody' });

/** An activity that is put in place of a span. The same id is stored once. */
export const hoursCorrectionBody = z
  .strictObject({
    id: z.uuid(),
    kind: z.enum(ACTIVITY_KINDS),
    begin: someInstant(),
    end: someInstant(),
    reason: text(limits.reason),
    /** Reason for which a limit may be passed, as the driver said. */
    excess: z.enum(EXCESS_REASONS).nullable().default(null),
    note: optionalText(limits.note)
      .transform((value) => value ?? '')
      .default(''),
  })
  .refine(({ begin, end }) => Date.parse(begin) < Date.parse(end), 'end: is not after begin')
  .refine(
    ({ begin, end }) => Date.parse(end) - Date.parse(begin) <= limits.correctionMs,
    'end: is too long after begin',
  )
  .meta({ title: 'HoursCorrectionBody' });
export type HoursCorrectionBody = z.output<typeof hoursCorrectionBody>;

/** A signature under a month as it was seen: its hash says which. */
export const hoursSignatureBody = z
  .strictObject({
    month: z.string().transform((given, context): CivilMonth => {
      const read = readCivilMonth(given);
      if (read !== null) return read;
      context.addIssue({ code: 'custom', message: 'is no month, YYYY-MM' });
      return z.NEVER;
    }),
    hash: z.string().regex(/^[0-9a-f]{64}$/),
    name: text(limits.name),
  })
  .meta({ title: 'HoursSignatureBody' });
export type HoursSignatureBody = z.output<typeof hoursSignatureBody>;

const storedSettings = z.strictObject(settings);
export const readStoredSettings = (body: unknown): HoursSettings => storedSettings.parse(body);
export const readStoredCorrection = (body: unknown): HoursCorrection =>
  HOURS_ANSWERS.HoursCorrection.parse(body);
export const readStoredSheet = (body: unknown): MonthSheet => HOURS_ANSWERS.MonthSheet.parse(body);

const storedWarning = z.object({
  rule: z.string(),
  threshold: z.literal(WARNING_THRESHOLDS),
  minutesLeft: z.int(),
  deviceId: z.int().positive(),
  at: z.int().nonnegative(),
});
export const readStoredHoursWarning = (body: unknown): HoursWarning => storedWarning.parse(body);
