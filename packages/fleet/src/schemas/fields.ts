import { z } from 'zod';
import { readCivilDate, readCivilMonth, type CivilDate, type CivilMonth } from '../billing/civil-date.ts';
import { isRoundedNumber, plainIdentifier } from '../checks/identifier.ts';
import type { Attributes } from '../entities/attributes.ts';
import { ZONE_ATTRIBUTE } from '../preferences/reader-preferences.ts';
import { fixedOffsetMs, isTimeZone } from '../preferences/time-zone.ts';

/** Absent, null and "" all mean "not given" (docs/reference/tracking-api.md §1.4). */
const blank = (value: unknown): boolean => value === undefined || value === null || value === '';

const UNPRINTABLE = 'has characters that nobody sees';
const MAX_ATTRIBUTES_CHARACTERS = 4000;

/** Integer; texts like "5" are read, fractions cut, blank becomes `fallback`. */
export const integer = (fallback = 0) =>
  z.preprocess((value) => {
    if (blank(value)) return fallback;
    const number = typeof value === 'string' ? Number(value) : value;
    return typeof number === 'number' ? Math.trunc(number) : number;
  }, z.number().int().min(Number.MIN_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER));

/** Reference to another entity: 0 = none. */
export const reference = () => z.preprocess((v) => (blank(v) ? 0 : v), z.coerce.number().int().min(0));

export const decimal = (min: number, max: number) =>
  z.preprocess((value) => (blank(value) ? 0 : value), z.coerce.number().min(min).max(max));

/** JSON booleans; "true" and 1 are read, blank is false. */
export const flag = () =>
  z.preprocess((value) => {
    if (blank(value)) return false;
    if (value === 1 || value === 0) return value === 1;
    return value === 'true' ? true : value === 'false' ? false : value;
  }, z.boolean());

/** Line breaks and tabs are text; other control characters are not. */
const CONTROL = /[^\P{Cc}\t\n\r]/u;
/** Invisible characters: two texts that differ only in these look the same. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
/** Joiners and styles of letters and pictures are part of names. */
const JOINERS = /\u200c|\u200d|\ufe0e|\ufe0f/gu;

const isSeen = (value: string, minLength: number): boolean =>
  value.length >= minLength && !UNSEEN.test(value);

/** Optional text, trimmed; blank becomes null. */
export const optionalText = (maxLength: number) =>
  z.preprocess(
    (value) => (blank(value) ? null : value),
    z
      .string()
      .trim()
      .max(maxLength)
      .refine((value) => !CONTROL.test(value), { message: UNPRINTABLE })
      .nullable(),
  );

/** Mandatory text in one line, trimmed: a name that can be seen. */
export const text = (maxLength: number, minLength = 1) =>
  z
    .string()
    .trim()
    .min(minLength)
    .max(maxLength)
    .refine((value) => isSeen(value.replaceAll(JOINERS, ''), minLength), { message: UNPRINTABLE });

/** Text used as a key, such as an e-mail: texts that look alike are equal. */
export const keyText = (maxLength: number, minLength = 1) =>
  z
    .string()
    .transform((value) => value.normalize('NFKC').trim())
    .pipe(
      z
        .string()
        .min(minLength)
        .max(maxLength)
        .refine((value) => !UNSEEN.test(value), { message: UNPRINTABLE }),
    );

/** Identifier that a device or a driver's card reports, cleaned of what spreadsheets did to it. */
export const identifier = (maxLength: number) =>
  z
    .string()
    .transform(plainIdentifier)
    .pipe(text(maxLength))
    .refine((value) => !isRoundedNumber(value), { message: 'was rounded by a spreadsheet' });

/** The same where there may be none; blank becomes null. */
export const optionalKeyText = (maxLength: number) =>
  z.preprocess((value) => (blank(value) ? null : value), z.union([z.null(), keyText(maxLength)]));

/** An instant, stored as ISO 8601 UTC with milliseconds; blank becomes null. A text without zone is UTC. */
export const instant = () =>
  z.preprocess(
    (value) => (blank(value) ? null : value),
    z
      .union([z.string(), z.number()])
      .nullable()
      .transform(readInstant)
      .meta({ type: ['string', 'null'], format: 'date-time' }),
  );

function readInstant(value: string | number | null, context: z.RefinementCtx): string | null {
  if (value === null) return null;
  const zoned = typeof value === 'string' && !/(Z|[+-]\d\d:?\d\d)$/.test(value);
  const time =
    typeof value === 'number' ? value : Date.parse(zoned && value.includes('T') ? `${value}Z` : value);
  if (!Number.isFinite(time) || Math.abs(time) > 8.64e15) {
    context.addIssue({ code: 'custom', message: 'is not an ISO 8601 date' });
    return z.NEVER;
  }
  return new Date(time).toISOString().replace('Z', '+00:00');
}

/** Free attributes: a JSON object of at most 4,000 characters; blank becomes {}. */
export const attributes = () =>
  z.preprocess(
    (value, context) => {
      if (blank(value)) return {};
      // Before the schema checks every member, which is the most expensive part.
      if (JSON.stringify(value).length <= MAX_ATTRIBUTES_CHARACTERS) return value;
      context.addIssue(`is longer than ${MAX_ATTRIBUTES_CHARACTERS} characters`);
      return z.NEVER;
    },
    z
      .record(z.string(), z.json())
      .transform((value): Attributes => value)
      // Type after reading, which a transformation does not describe.
      .meta({ type: 'object', additionalProperties: true }),
  );

/** Zone of the clock of a device. */
const DECODER_ZONE_ATTRIBUTE = 'decoder.timezone';

/** Attributes that may name a time zone: an unknown one would silently become another. */
export const zonedAttributes = () =>
  attributes().superRefine((value, context) => {
    const zones: readonly (readonly [string, (zone: string) => boolean])[] = [
      [ZONE_ATTRIBUTE, isTimeZone],
      [DECODER_ZONE_ATTRIBUTE, (zone) => isTimeZone(zone) || fixedOffsetMs(zone) !== null],
    ];
    for (const [name, isKnown] of zones) {
      const zone = value[name];
      if (blank(zone) || (typeof zone === 'string' && isKnown(zone))) continue;
      const message = 'is no time zone like America/Sao_Paulo';
      context.addIssue({ code: 'custom', path: [name], message, params: { isZone: true } });
    }
  });

/** Accepts fields that the server computes (or clients echo) and drops them before the strict check. */
export const ignoring = <T extends z.ZodType>(names: readonly string[], schema: T) =>
  z.preprocess((value) => {
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
  }, schema);

const FIRST_YEAR = '2000';
const LAST_YEAR = '2099';
const isOfToday = (text: string): boolean => {
  const year = text.slice(0, FIRST_YEAR.length);
  return year >= FIRST_YEAR && year <= LAST_YEAR;
};
/** A day of this century, YYYY-MM-DD. */
export const day = () =>
  z
    .string()
    .transform((text, context): CivilDate => {
      const read = readCivilDate(text);
      if (read !== null && isOfToday(read)) return read;
      context.addIssue({ code: 'custom', message: 'is no day of this century, YYYY-MM-DD' });
      return z.NEVER;
    })
    .meta({ format: 'date' });
/** A month of this century, YYYY-MM. */
export const month = () =>
  z.string().transform((text, context): CivilMonth => {
    const read = readCivilMonth(text);
    if (read !== null && isOfToday(read)) return read;
    context.addIssue({ code: 'custom', message: 'is no month of this century, YYYY-MM' });
    return z.NEVER;
  });
