import type { z } from 'zod';
import { namedAlike } from './plain-body.ts';
import { splitKey, type Answer, type PathParams, type Route } from './route.ts';

/** A route as its handler and its clients see it. @typeParam R The entry. */
export type QueryOf<R> = R extends { readonly query: infer Q extends z.ZodType } ? z.output<Q> : undefined;
export type BodyOf<R> = R extends { readonly body: infer B extends z.ZodType }
  ? z.output<B>
  : R extends { readonly form: infer F extends z.ZodType }
    ? z.output<F>
    : unknown;
/** Type of the answer; void = 204. */
export type AnswerOf<R> = R extends { readonly answer: Answer<infer T> } ? T : void;

type MayMiss<T> = { readonly [K in keyof T as undefined extends T[K] ? K : never]?: T[K] } & {
  readonly [K in keyof T as undefined extends T[K] ? never : K]: T[K];
};
/** Query that a client sends. */
export type SentQueryOf<R> = R extends { readonly query: infer Q extends z.ZodType }
  ? MayMiss<z.input<Q>>
  : undefined;
export type SentBodyOf<R> = R extends { readonly form: infer F extends z.ZodType }
  ? MayMiss<z.input<F>>
  : R extends { readonly body: z.ZodType }
    ? unknown
    : undefined;

/** A call that was read by the schemas of its route. */
export interface CallOf<Key extends string, R> {
  readonly params: PathParams<Key>;
  readonly query: QueryOf<R>;
  readonly body: BodyOf<R>;
}
/** A call as it came. */
export interface RawCall {
  readonly params: unknown;
  readonly query: unknown;
  /** After JSON or a form was read, null = none. */
  readonly body: unknown;
}
type ReadCall =
  | { readonly ok: true; readonly params: unknown; readonly query: unknown; readonly body: unknown }
  | Unread;
/** `isZone`: it is the name of a time zone, for which a form has a list. */
interface Unread {
  readonly ok: false;
  /** Problem, with the name of the field first. */
  readonly problem: string;
  readonly isZone?: boolean;
}

/** Reads a call by the schemas that also describe it. */
export function readInput(key: string, route: Route, raw: RawCall): ReadCall {
  const params = readParams(key, raw.params);
  if (typeof params === 'string') return { ok: false, problem: params };
  const query = read(route.query, raw.query);
  if (!query.ok) return query;
  const isForm = route.form !== undefined;
  const named = namedAlike(key, raw.params, raw.body);
  if (!named.ok) return named;
  const body = read(route.body ?? route.form, isForm ? (named.body ?? {}) : named.body);
  if (!body.ok) return body;
  return { ok: true, params, query: query.value, body: route.body || isForm ? body.value : named.body };
}

/** @returns a text = what is wrong. */
function readParams(key: string, raw: unknown): Readonly<Record<string, unknown>> | string {
  const given: Readonly<Record<string, unknown>> = Object(raw);
  const read: Record<string, unknown> = {};
  for (const [, name = ''] of splitKey(key).path.matchAll(/:(\w+)/g)) {
    const value = given[name];
    const isNumber = typeof value === 'string' && /^-?\d{1,15}$/.test(value);
    if (name === 'id' && !isNumber) return 'id: is not an integer';
    read[name] = name === 'id' ? Number(value) : value;
  }
  return read;
}

function read(
  schema: z.ZodType | undefined,
  value: unknown,
): { readonly ok: true; readonly value: unknown } | Unread {
  if (!schema) return { ok: true, value: undefined };
  const result = schema.safeParse(value);
  if (result.success) return { ok: true, value: result.data };
  const [issue] = result.error.issues;
  const place = issue?.path.join('.') ?? '';
  const problem = `${place === '' ? 'body' : place}: ${issue?.message ?? 'is not valid'}`;
  return { ok: false, problem, isZone: issue?.code === 'custom' && issue.params?.['isZone'] === true };
}
