import type { FastifyRequest } from 'fastify';
import type { Caller } from '../access/caller.ts';

const callers = new WeakMap<FastifyRequest, Caller>();

export function rememberCaller(request: FastifyRequest, caller: Caller): void {
  callers.set(request, caller);
}
/** Caller of this request; null = nobody is signed in. */
export function callerIfAny(request: FastifyRequest): Caller | null {
  return callers.get(request) ?? null;
}
