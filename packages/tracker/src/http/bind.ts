import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  isOpen,
  readInput,
  splitKey,
  TRACKING_ROUTES,
  type AnswerOf,
  type CallOf,
  type Route,
  type TrackingKey,
  type TrackingRoutes,
} from '@rastro/fleet/api';
import type { Caller } from '../access/caller.ts';
import { appError } from '../errors/app-error.ts';
import { callerIfAny } from './caller-of.ts';

type RouteOf<K extends TrackingKey> = TrackingRoutes[K];
/** Nobody may be signed in where the route is open. */
type CallerOf<R> = R extends {
  readonly access: 'public' | readonly [...unknown[], { readonly access: 'public' }];
}
  ? Caller | null
  : Caller;

/** A call whose caller is known and whose input was read by the schemas of the route. */
export interface Call<K extends TrackingKey> extends CallOf<K, RouteOf<K>> {
  readonly caller: CallerOf<RouteOf<K>>;
  /** Headers and connection, for the few routes that look at them. */
  readonly request: FastifyRequest;
}
type Answered<T> = T | FastifyReply | Promise<T | FastifyReply>;
export type Handler<K extends TrackingKey> = (
  call: Call<K>,
  reply: FastifyReply,
) => Answered<AnswerOf<RouteOf<K>>>;

/** A handler for each of some routes. Nothing that is no route compiles. */
export type Handlers<K extends TrackingKey> = { readonly [P in K]: Handler<P> };
export const handlers = <K extends TrackingKey>(all: Handlers<K>): Handlers<K> => all;

/** A handler of some route. Written as a method, so that it takes what the schemas of its route have read. */
type AnyHandler = { of(call: object, reply: FastifyReply): unknown }['of'];

/** Serves a handler for every route. @throws when one has none. */
export function bindRoutes(app: FastifyInstance, all: Handlers<TrackingKey>): void {
  const found: ReadonlyMap<string, AnyHandler> = new Map(Object.entries(all));
  for (const [key, route] of Object.entries<Route>(TRACKING_ROUTES)) {
    const handler = found.get(key);
    if (!handler) throw new Error(`Cannot start: nothing answers ${key}`);
    const { method, path } = splitKey(key);
    app.route({
      method,
      url: path,
      handler: async (request, reply) => {
        const answer = await handler(readCall(key, route, request), reply);
        if (answer !== undefined || route.answer || reply.sent) return answer;
        return reply.code(204).send();
      },
    });
  }
}

/** @throws AppError when nobody is signed in who must be, or the input cannot be read. */
function readCall(key: string, route: Route, request: FastifyRequest): object {
  const caller = callerIfAny(request);
  if (!caller && !isOpen(route)) throw appError.notSignedIn();
  if (route.access === 'administrator' && !caller?.user.administrator) throw appError.administratorOnly();
  const { params, query, body } = request;
  const input = readInput(key, route, { params, query, body });
  if (!input.ok) throw input.isZone ? appError.timeZone(input.problem) : appError.badInput(input.problem);
  return { ...input, caller, request };
}
