import type { FastifyRequest } from 'fastify';
import type { Attributes } from '@rastro/fleet';
import { accessRules, type AccessRule, type Route, type TrackingKey } from '@rastro/fleet/api';
import { isAnchorCall } from './anchor-call.ts';
import { applies } from './applies.ts';
import type { Call } from './call.ts';
import { commandIn, rightOfNamed } from './command-in.ts';
import { dropCredentials, type Authenticator, type Identity } from './authenticator.ts';
import { readBody } from './read-body.ts';
import type { TrackingServer } from './tracking-server.ts';

interface Deps {
  readonly request: FastifyRequest;
  readonly route: Route;
  readonly key: TrackingKey | null;
  readonly tracking: TrackingServer;
  readonly authenticator: Authenticator;
}

/**
 * Reads a call. Facts that cost work or a request to the tracking server are found once, when a policy asks for them.
 */
export function readCall({ request, route, key, tracking, authenticator }: Deps): Call {
  const body = readBody(request, key ?? '', route);
  const { json } = body;
  const isOpen = accessRules(route).every(({ access }) => access === 'public');
  const identify = async (): Promise<Identity> => {
    const { headers } = request;
    const hasHeader = headers.authorization !== undefined;
    // A cookie alone decides nothing on an open route; a password does, by what is answered and how fast.
    if (isOpen && !hasHeader) return { user: null };
    const identity = await authenticator.identifyOnce(request);
    if ('user' in identity && !identity.user && hasHeader) dropCredentials(headers);
    return identity;
  };
  const call: Call = {
    request,
    route,
    key,
    id: Number(Object(request.params).id ?? 0),
    body,
    written: writtenIn(json),
    identity: once(identify),
    user: async () => {
      const identity = await call.identity();
      return 'user' in identity ? identity.user : null;
    },
    rule: once(() => ruleOf(call)),
    command: once(async () => ((await call.user()) ? commandIn(key, json) : null)),
    commandRight: once(async () => rightOfNamed(await call.command(), call.read)),
    isAnchor: once(async () => (await call.user()) !== null && isAnchorCall(call)),
    lookUp: (url) => {
      // Left out, not undefined: the embedded server rejects a header without a value.
      const { 'content-length': _length, 'content-type': _type, ...headers } = request.headers;
      return tracking.send({ method: 'GET', url, headers, body: null, address: request.ip });
    },
    read: async (path) => {
      const answer = await call.lookUp(path);
      if (answer.status >= 500) throw new Error(`Cannot look up ${path}: answered ${answer.status}`);
      return answer.status === 200 ? (JSON.parse(answer.body.toString('utf8')) as unknown) : null;
    },
  };
  return call;
}

async function ruleOf(call: Call): Promise<AccessRule | null> {
  for (const rule of accessRules(call.route)) if (await applies(rule, call)) return rule;
  return null;
}

function writtenIn(json: unknown): Call['written'] {
  const entity = json as { readonly id?: unknown; readonly attributes?: Attributes | null } | null;
  return entity && { id: Number(entity.id ?? 0), attributes: entity.attributes ?? {} };
}

/** Asked again, the same answer. */
function once<T>(work: () => T): () => T {
  let done: { readonly value: T } | null = null;
  return () => (done ??= { value: work() }).value;
}
