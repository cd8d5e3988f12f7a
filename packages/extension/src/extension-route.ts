import type { User } from '@rastro/fleet';
import {
  EXTENSION_ROUTES,
  readInput,
  splitKey,
  type CallOf,
  type AuditEntry,
  type ExtensionKey,
  type ExtensionRoutes,
  type Method,
  type RawCall,
  type Route,
} from '@rastro/fleet/api';

/** A call that the gateway has let through, as it came. */
export interface ExtensionRequest extends RawCall {
  /** As the browser names it: a reseller's domain gets the reseller's brand. */
  readonly host: string;
  /** Null = nobody is signed in, or the route is open to everybody. */
  readonly caller: User | null;
  /** The caller's own, behind a trusted proxy too. */
  readonly address: string;
  /** Value of the route's header; null = absent, or the route reads none. */
  readonly header: string | null;
}
type CallerOf<R> = R extends { readonly access: 'public' } ? null : User;

/** The same, read by the schemas of its route. */
export interface ExtensionCall<K extends ExtensionKey> extends CallOf<K, ExtensionRoutes[K]> {
  readonly method: Method;
  readonly host: string;
  readonly caller: CallerOf<ExtensionRoutes[K]>;
  readonly address: string;
  readonly header: string | null;
}
export interface ExtensionReply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A text is sent as it is, anything else as JSON. */
  readonly body: unknown;
  /** It is long, asked for again and again, and mixes no secret with input of others: it may be compressed. */
  readonly isPackable?: true;
}
export type ExtensionHandler<K extends ExtensionKey> = (
  call: ExtensionCall<K>,
) => ExtensionReply | Promise<ExtensionReply>;
/** A handler for each route of the table; one that is missing does not compile. */
export type ExtensionHandlers = { readonly [K in ExtensionKey]: ExtensionHandler<K> };

/** Keeps what was done, before it is confirmed. @throws when it cannot: then nothing is confirmed. */
export type WriteAudit = (entries: readonly AuditEntry[], request: ExtensionRequest) => Promise<void>;

/** Route of the extension. Its entry says who may call it; the gateway checks that. */
export interface ExtensionRoute {
  readonly method: Method;
  /** Below the prefix of the extension. */
  readonly path: string;
  readonly route: Route;
  readonly answer: (request: ExtensionRequest) => Promise<ExtensionReply>;
}
/** A handler of some route. Written as a method, so that it takes what the schemas of its route have read. */
type AnyHandler = { of(call: object): ExtensionReply | Promise<ExtensionReply> }['of'];

/** Binds a handler to each route of the table. @throws when one has none. */
export function bindExtension(
  handlers: ExtensionHandlers,
  writeAudit: WriteAudit,
): readonly ExtensionRoute[] {
  const found: ReadonlyMap<string, AnyHandler> = new Map(Object.entries(handlers));
  return Object.entries<Route>(EXTENSION_ROUTES).map(([key, route]) => {
    const handler = found.get(key);
    if (!handler) throw new Error(`Cannot start: nothing answers ${key} of the extension`);
    return bindRoute({ key, route, handler, writeAudit });
  });
}

/** One route; the tests bind some that the table does not have. */
export const bindRoute = (bound: BoundRoute): ExtensionRoute => ({
  ...splitKey(bound.key),
  route: bound.route,
  answer: (request) => answerCall(bound, request),
});

/** A route with what answers it. */
export interface BoundRoute {
  readonly key: string;
  readonly route: Route;
  readonly handler: AnyHandler;
  readonly writeAudit: WriteAudit;
}

/** Reads a call by the schemas of its route, has it answered, and keeps what was done before that is confirmed. */
export async function answerCall(bound: BoundRoute, request: ExtensionRequest): Promise<ExtensionReply> {
  const { key, route, handler, writeAudit } = bound;
  const input = readInput(key, route, request);
  if (!input.ok) return { status: 400, body: `Invalid data - ${input.problem}` };
  const { host, caller, address, header } = request;
  const { method } = splitKey(key);
  const reply = await handler({ ...input, method, host, caller, address, header });
  if (reply.status < 400 && route.audit) await writeAudit(auditEntriesOf(route, request, reply), request);
  return reply;
}

function auditEntriesOf({ audit }: Route, { params, query, body }: ExtensionRequest, reply: ExtensionReply) {
  const { status, body: answer } = reply;
  return audit?.({ params: Object(params), query: Object(query), body, status, answer }) ?? [];
}
