import { z } from 'zod';
import { readCivilDate, readCivilMonth, type CivilDate, type CivilMonth } from '../billing/civil-date.ts';

/** Description of a parameter on the reference page. */
export interface ParameterDescription {
  readonly type: 'integer' | 'number' | 'boolean' | 'string';
  readonly format?: 'date-time';
  readonly description: string;
  readonly required: boolean;
  readonly repeatable: boolean;
  readonly minimum?: number;
  /** The words that it may be; absent = any. */
  readonly values?: readonly string[];
}
/** A parameter of the address or of a form: texts, once or several times, become a value. */
export type Field<Out, In> = z.ZodType<Out, In>;

type Read<Out> = (value: unknown, refuse: (message: string) => never) => Out;

/** One field: its parser and its description. */
function field<Out, In>(description: ParameterDescription, read: Read<Out>): Field<Out, In> {
  const schema = z
    .unknown()
    .optional()
    .transform((value, context): Out => {
      try {
        return read(value, (message) => {
          throw new Unreadable(message);
        });
      } catch (error) {
        if (!(error instanceof Unreadable)) throw error;
        context.addIssue({ code: 'custom', message: error.message });
        return z.NEVER;
      }
    })
    .meta({ parameter: description });
  return schema as unknown as Field<Out, In>;
}
/** A value cannot be read; never leaves this file. */
class Unreadable extends Error {}

/** Returns the description of a schema made here; null = it is another schema. */
export function parameterOf(schema: z.ZodType): ParameterDescription | null {
  const description = schema.meta()?.['parameter'];
  return description === undefined ? null : (description as ParameterDescription);
}

type Kind = ParameterDescription['type'];
const about = (
  type: Kind,
  description: string,
  more: Partial<ParameterDescription> = {},
): ParameterDescription => ({
  type,
  description,
  required: false,
  repeatable: false,
  ...more,
});

const valuesOf = (value: unknown): readonly unknown[] =>
  (value === undefined ? [] : Array.isArray(value) ? value : [value]).filter((each) => each !== '');
const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

function integerOf(value: unknown, refuse: (message: string) => never): number {
  const number = typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
  return Number.isSafeInteger(number) ? number : refuse('is not an integer');
}
const integersOf = (value: unknown, refuse: (message: string) => never): readonly number[] =>
  valuesOf(value).map((each) => integerOf(each, refuse));

/** An ISO 8601 instant with zone, as milliseconds; absent = null. */
function instantOf(value: unknown, refuse: (message: string) => never): number | null {
  const word = textOf(value);
  if (word === null) return null;
  const zoned = /T.*(Z|[+-]\d\d(:?\d\d)?)$/.test(word);
  const time = zoned ? Date.parse(word.replace(/([+-]\d\d)$/, '$1:00')) : Number.NaN;
  return Number.isFinite(time) ? time : refuse('is not an ISO 8601 time with zone');
}

type Given = string | number;

/** Of a number given twice the first counts; absent or empty = null. */
export const integer = (what: string): Field<number | null, Given | undefined> =>
  field(about('integer', what), (value, refuse) => integersOf(value, refuse)[0] ?? null);
/** A count: nothing below 0. Absent or empty = null. */
export const count = (what: string): Field<number | null, Given | undefined> =>
  field(about('integer', what, { minimum: 0 }), (value, refuse) => {
    const number = integersOf(value, refuse)[0] ?? null;
    return number !== null && number < 0 ? refuse('is less than 0') : number;
  });
/** Must be there. */
export const theInteger = (what: string): Field<number, Given> =>
  field(
    about('integer', what, { required: true }),
    (value, refuse) => integersOf(value, refuse)[0] ?? refuse('is missing'),
  );
/** Id of something; without it 0, which nothing has: the error is that of a foreign id. */
export const theId = (what: string): Field<number, Given> =>
  field(about('integer', what, { required: true }), (value, refuse) => integersOf(value, refuse)[0] ?? 0);
export const integers = (what: string): Field<readonly number[], readonly Given[] | Given | undefined> =>
  field(about('integer', what, { repeatable: true }), integersOf);
/** Absent or empty = false; of a flag given twice the first counts. */
export const flag = (what: string): Field<boolean, boolean | string | undefined> =>
  field(about('boolean', what), (value, refuse) => {
    const word = textOf(valuesOf(value)[0])?.toLowerCase() ?? 'false';
    return word === 'true' || (word === 'false' ? false : refuse('is neither true nor false'));
  });
export const text = (what: string): Field<string | null, string | undefined> =>
  field(about('string', what), textOf);
/** One of some words; absent or empty = null. */
export const word = <const T extends string>(
  values: readonly T[],
  what: string,
): Field<T | null, T | undefined> =>
  field(about('string', what, { values }), (value, refuse) => {
    const given = textOf(value);
    if (given === null) return null;
    return values.find((each) => each === given) ?? refuse(`is none of ${values.join(', ')}`);
  });
/** The same, once or several times; absent = none. */
export const choices = <const T extends string>(
  values: readonly T[],
  what: string,
): Field<readonly T[], readonly T[] | T | undefined> =>
  field(about('string', what, { values, repeatable: true }), (value, refuse) =>
    valuesOf(value).map(
      (given) => values.find((each) => each === given) ?? refuse(`is none of ${values.join(', ')}`),
    ),
  );
/** Needed, but its absence is answered by the route itself. */
export const theText = (what: string): Field<string | null, string> =>
  field(about('string', what, { required: true }), textOf);
export const texts = (what: string): Field<readonly string[], readonly string[] | string | undefined> =>
  field(about('string', what, { repeatable: true }), (value) =>
    Array.isArray(value) ? value.map(String) : typeof value === 'string' && value !== '' ? [value] : [],
  );
export const instant = (what: string): Field<number | null, string | undefined> =>
  field(about('string', what, { format: 'date-time' }), instantOf);
/** Must be there. */
export const theInstant = (what: string): Field<number, string> =>
  field(
    about('string', what, { format: 'date-time', required: true }),
    (value, refuse) => instantOf(value, refuse) ?? refuse('is missing'),
  );
/** A day of the calendar; absent or empty = null. */
export const day = (what: string): Field<CivilDate | null, string | undefined> =>
  field(about('string', what), (value, refuse) => {
    const given = textOf(value);
    return given === null ? null : (readCivilDate(given) ?? refuse('is no day, YYYY-MM-DD'));
  });
/** A month; absent or empty = null. */
export const month = (what: string): Field<CivilMonth | null, string | undefined> =>
  field(about('string', what), (value, refuse) => {
    const given = textOf(value);
    return given === null ? null : (readCivilMonth(given) ?? refuse('is no month, YYYY-MM'));
  });
/** Box that a map shows. West is east of east where it crosses the antimeridian. */
export interface ViewedBox {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}
/** `west,south,east,north` in degrees; absent = null. */
export const box = (what: string): Field<ViewedBox | null, string | undefined> =>
  field(about('string', what), (value, refuse) => {
    const word = textOf(value);
    if (word === null) return null;
    const numbers = word.split(',').map((each) => (each.trim() === '' ? Number.NaN : Number(each)));
    const [west = Number.NaN, south = Number.NaN, east = Number.NaN, north = Number.NaN] = numbers;
    const fits = [west, east].every((lon) => Math.abs(lon) <= 180) && south >= -90 && north <= 90;
    return numbers.length === 4 && fits && south <= north
      ? { west, south, east, north }
      : refuse('is not west,south,east,north in degrees');
  });
const DAYS_OF_WEEK = 7;
const DAY_MINUTES = 1440;
const QUARTER_MINUTES = 15;
/** `1,2,3` or one by one: 1 = Monday … 7 = Sunday. */
export const weekdays = (what: string): Field<readonly number[], readonly Given[] | Given | undefined> =>
  field(about('string', what, { repeatable: true }), (value, refuse) =>
    valuesOf(value)
      .flatMap((each) => String(each).split(','))
      .map((each) => {
        const day = integerOf(each.trim(), refuse);
        return day >= 1 && day <= DAYS_OF_WEEK ? day : refuse('is no weekday from 1 (Monday) to 7');
      }),
  );
/** `8`, `08:30`, `24`: as minutes after midnight, by quarters of an hour; absent = null. */
export const hourOfDay = (what: string): Field<number | null, string | undefined> =>
  field(about('string', what), (value, refuse) => {
    const word = textOf(valuesOf(value)[0]);
    if (word === null) return null;
    const [, hour, minute = '0'] = /^(\d{1,2})(?::(\d\d))?$/.exec(word) ?? [];
    const minutes = Number(hour) * 60 + Number(minute);
    const fits = minutes <= DAY_MINUTES && Number(minute) < 60 && minutes % QUARTER_MINUTES === 0;
    return fits ? minutes : refuse('is no quarter of an hour from 0 to 24:00');
  });
/** Degrees from -limit to limit. */
export const coordinate = (limit: number): Field<number, Given> =>
  field(about('number', 'Degrees', { required: true }), (value, refuse) => {
    const number = Number(textOf(value) ?? Number.NaN);
    return Math.abs(number) <= limit ? number : refuse('is not a coordinate');
  });
