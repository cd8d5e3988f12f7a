import type { FastifyRequest } from 'fastify';
import { namedAlike, scanForm, STRANGER_BOUNDS, type Route } from '@rastro/fleet/api';
import { FORM, readForm, readJson } from '@rastro/tracker';
import { isForm, isStranger } from './strangers.ts';

/** A body, read once. It is serialized again from what was read here: nothing behind can read it differently. */
export interface ReadBody {
  /** Bytes to forward; null = none. */
  readonly bytes: Buffer | null;
  /** Content type to forward; null = unchanged. */
  readonly type: string | null;
  /** JSON of the body, whatever its content type; null = none that we can read. */
  readonly json: unknown;
  /** The fields of a form; null = it is none. */
  readonly form: Readonly<Record<string, string>> | null;
  /** Why it cannot be taken; null = it can. */
  readonly problem: string | null;
}
const UNREADABLE = 'The body is not JSON that can be read';
const NO_BODY: ReadBody = { bytes: null, type: null, json: null, form: null, problem: null };

/** Body to forward, without the fields meant for the gateway alone. */
function passedOn(key: string, json: unknown): string {
  if (key !== 'PUT /users/:id' || json === null || typeof json !== 'object') return JSON.stringify(json);
  return JSON.stringify({ ...json, currentPassword: undefined });
}

/** @param key Of the route. */
export function readBody(request: FastifyRequest, key: string, route: Route): ReadBody {
  const { body } = request;
  if (!Buffer.isBuffer(body) || body.length === 0) return NO_BODY;
  const text = body.toString('utf8');
  if (isForm(request)) {
    const { problem } = scanForm(text);
    if (problem !== null) return { ...NO_BODY, bytes: body, problem: `The form ${problem}` };
    const form = readForm(text);
    return { ...NO_BODY, bytes: Buffer.from(new URLSearchParams(form).toString()), type: FORM, form };
  }
  // A picture says nothing that anybody judges.
  if (route.upload !== undefined) return { ...NO_BODY, bytes: body };
  const read = readJson(request, text, isStranger(request) ? STRANGER_BOUNDS : route.bounds);
  const isJson = request.headers['content-type']?.toLowerCase().includes('json') ?? false;
  // It was judged by nobody, so that it goes to nobody, whatever type it says it has.
  if ('error' in read && read.isTooMuch) return { ...NO_BODY, bytes: body, problem: read.error.message };
  if ('error' in read) return { ...NO_BODY, bytes: body, problem: isJson ? UNREADABLE : null };
  const named = namedAlike(key, request.params, read.value);
  if (!named.ok) return { ...NO_BODY, bytes: body, problem: named.problem };
  const bytes = Buffer.from(passedOn(key, named.body));
  return { bytes, type: isJson ? 'application/json' : null, json: named.body, form: null, problem: null };
}
