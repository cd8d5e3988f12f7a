import { z } from 'zod';
import {
  EXTENSION_ROUTES,
  parameterOf,
  splitKey,
  TRACKING_ROUTES,
  type Method,
  type ParameterDescription,
  type Route,
} from '@rastro/fleet/api';
import { originalOf } from '@rastro/fleet/schemas';

/** A route with all that stands in the table about it. */
export interface DescribedRoute {
  readonly key: string;
  readonly method: Method;
  /** With its prefix. */
  readonly path: string;
  readonly route: Route;
}
export interface Parameter extends ParameterDescription {
  readonly name: string;
}

/** Every route of the table, those of the extension under their usual prefix. */
export const DESCRIBED: readonly DescribedRoute[] = [
  ...described(TRACKING_ROUTES, '/api'),
  ...described(EXTENSION_ROUTES, '/ext'),
];

function described(table: Readonly<Record<string, Route>>, prefix: string): readonly DescribedRoute[] {
  return Object.entries(table).map(([key, route]) => {
    const { method, path } = splitKey(key);
    return { key, method, path: prefix + path, route };
  });
}

/** The parameters of an address or a form, as their schema reads them. */
export function parametersOf(schema: z.ZodType | undefined): readonly Parameter[] {
  if (schema instanceof z.ZodRecord) return membersOf(schema);
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.entries(schema.shape).flatMap(([name, field]) => {
    const description = field instanceof z.ZodType ? parameterOf(field) : null;
    return description ? [{ name, ...description }] : [];
  });
}

/** Numbers by names that the schema lists. */
function membersOf(schema: z.ZodType): readonly Parameter[] {
  const names = schema.meta()?.['parameters'];
  const integer = { type: 'integer', description: '0 = any', required: false, repeatable: false } as const;
  return Array.isArray(names) ? names.map((name) => ({ name: String(name), ...integer })) : [];
}

/** The fields of a JSON body; null = it is no object. A draft is its entity without the id. */
export function fieldsOf(body: z.ZodType): Readonly<Record<string, z.ZodType>> | null {
  const original = originalOf(body);
  if (original) {
    const { id: _id, ...rest } = fieldsOf(original) ?? {};
    return rest;
  }
  const inner = body instanceof z.ZodPipe ? body.out : body;
  if (!(inner instanceof z.ZodObject)) return null;
  const fields = Object.entries(inner.shape).filter(
    (entry): entry is [string, z.ZodType] => entry[1] instanceof z.ZodType,
  );
  return Object.fromEntries(fields);
}

/** Is a field missed when it is not there? Its own reader says so. */
export const isRequired = (field: z.ZodType): boolean => !field.safeParse(undefined).success;
