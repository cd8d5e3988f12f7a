import type { z } from 'zod';
import { refuse } from './api-error.ts';

/** Checks a body against its schema. @throws ApiError INVALID_DATA that names the field and what is wrong. */
export function readBody<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const place = issue?.path.join('.') ?? '';
  throw refuse.badInput(`${place === '' ? 'body' : place}: ${issue?.message ?? 'is not valid'}`);
}

type Query = Readonly<Record<string, unknown>>;

/** All values of a repeatable parameter, as integers. */
export function integers(query: Query, name: string): readonly number[] {
  const value = query[name];
  const values = value === undefined ? [] : Array.isArray(value) ? value : [value];
  return values.filter((v) => v !== '').map((v) => toInteger(v, name));
}
/** A parameter that may be given once; absent or empty = null. */
export function integer(query: Query, name: string): number | null {
  return integers(query, name)[0] ?? null;
}
export function isTrue(query: Query, name: string): boolean {
  return word(query, name)?.toLowerCase() === 'true';
}
export function word(query: Query, name: string): string | null {
  const value = query[name];
  return typeof value === 'string' && value !== '' ? value : null;
}
export function words(query: Query, name: string): readonly string[] {
  const value = query[name];
  if (Array.isArray(value)) return value.map(String);
  return typeof value === 'string' && value !== '' ? [value] : [];
}
/** An ISO 8601 instant with zone, as milliseconds; absent = null. */
export function instant(query: Query, name: string): number | null {
  const value = word(query, name);
  if (value === null) return null;
  const zoned = /T.*(Z|[+-]\d\d(:?\d\d)?)$/.test(value);
  const time = zoned ? Date.parse(value.replace(/([+-]\d\d)$/, '$1:00')) : Number.NaN;
  if (!Number.isFinite(time)) throw refuse.badInput(`${name}: is not an ISO 8601 time with zone`);
  return time;
}
/** The id in the address. */
export function pathId(params: unknown): number {
  return toInteger((params as { id?: unknown }).id, 'id');
}

function toInteger(value: unknown, name: string): number {
  const number = typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
  if (!Number.isSafeInteger(number)) throw refuse.badInput(`${name}: is not an integer`);
  return number;
}
