import { z } from 'zod';
import { readCivilDate, readCivilMonth, type CivilDate, type CivilMonth } from '../../billing/civil-date.ts';
import type { AttributeValue } from '../../entities/attributes.ts';
import type { Knots } from '../../units/speed.ts';

/** Each field of a type, once: one that is missing, foreign or of another kind does not compile. */
type Shape<T> = {
  readonly [K in keyof T]-?: z.ZodType<object extends Pick<T, K> ? T[K] | undefined : T[K]>;
};

/** A schema that sends `T` and nothing else. */
export const shapeOf =
  <T>() =>
  <S extends Shape<T>>(shape: S) =>
    z.strictObject(shape);

export const string = () => z.string();
export const maybeString = () => z.string().nullable();
/** An id or a count; 0 often means none. */
export const whole = () => z.int();
export const number = () => z.number();
export const maybeNumber = () => z.number().nullable();
export const yesNo = () => z.boolean();
/** ISO 8601 with zone. */
export const instant = () =>
  z
    .string()
    .refine((text) => /T.*(Z|[+-]\d\d:\d\d)$/.test(text) && Number.isFinite(Date.parse(text)), {
      error: 'is no instant with zone',
    })
    .meta({ format: 'date-time' });
export const maybeInstant = () => instant().nullable();
export const speed = () =>
  z.custom<Knots>((value) => typeof value === 'number').meta({ type: 'number', description: 'Knots' });
/** Named values; which ones depends on the device and on who wrote them. */
export const attributes = () =>
  z.record(
    z.string(),
    z.custom<AttributeValue>((value) => value !== undefined),
  );
/** Of the calendar, whatever the zone. */
export const day = () =>
  z
    .custom<CivilDate>((value) => typeof value === 'string' && readCivilDate(value) !== null)
    .meta({ type: 'string', format: 'date' });
export const month = () =>
  z
    .custom<CivilMonth>((value) => typeof value === 'string' && readCivilMonth(value) !== null)
    .meta({ type: 'string', description: 'YYYY-MM' });
