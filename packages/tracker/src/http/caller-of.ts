import type { FastifyRequest } from 'fastify';
import type { Caller } from '../access/caller.ts';
import { refuse } from './api-error.ts';

const callers = new WeakMap<FastifyRequest, Caller>();

export function rememberCaller(request: FastifyRequest, caller: Caller): void {
  callers.set(request, caller);
}

/** Who makes this request. @throws ApiError 401 when nobody is signed in. */
export function callerOf(request: FastifyRequest): Caller {
  const caller = callers.get(request);
  if (!caller) throw refuse.notSignedIn();
  return caller;
}
export function callerIfAny(request: FastifyRequest): Caller | null {
  return callers.get(request) ?? null;
}
