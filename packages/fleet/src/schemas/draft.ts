import { z } from 'zod';

/** An entity that does not exist yet: the same fields without the id; one that a client echoes is dropped. */
export type Draft<T> = Omit<T, 'id'>;

export function draftOf<T extends { readonly id: number }>(schema: z.ZodType<T>): z.ZodType<Draft<T>> {
  return z
    .preprocess((value) => (isObject(value) ? { ...value, id: 0 } : value), schema)
    .transform(({ id: _id, ...rest }): Draft<T> => rest)
    .meta({ original: schema });
}

/** The entity that a schema made by `draftOf` is without its id; null = it is another schema. */
export function originalOf(schema: z.ZodType): z.ZodType | null {
  const original = schema.meta()?.['original'];
  return original instanceof z.ZodType ? original : null;
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
