import type { FastifyRequest } from 'fastify';
import type { Attributes, Right, User } from '@rastro/fleet';
import type { Call } from './anchor-call.ts';
import type { RouteRule } from './route-table.ts';

/** Is a rule of the route table about this request? */
export function applies(
  rule: RouteRule,
  request: FastifyRequest,
  user: User | null,
  { commandRight, isAnchor }: { readonly commandRight: Right | null; readonly isAnchor: boolean },
): boolean {
  if (rule.anchor === true && !isAnchor) return false;
  if (rule.command === true && rule.access !== commandRight) return false;
  if (rule.query !== undefined && !(rule.query in (request.query as object))) return false;
  if (rule.signedIn === true && !user) return false;
  if (rule.sheet === true && !/spreadsheetml|text\/csv/.test(request.headers.accept ?? '')) return false;
  if (rule.links !== undefined && !linksOnly(rule.links, request.body)) return false;
  if (rule.self !== true) return true;
  // A write names its target in the body; both must be the caller (reference §3.1: the path id is ignored).
  const inPath = Number((request.params as { id?: string }).id) === user?.id;
  const inBody = request.method !== 'PUT' || attributesIn(request.body)?.id === user?.id;
  return user !== null && inPath && inBody;
}

/** Every pair of the body gives this property to a device or a group; the first member is the owner. */
function linksOnly(property: string, body: unknown): boolean {
  const parsed = parsedBody(body);
  const pairs = Array.isArray(parsed) ? parsed : [parsed];
  return (
    pairs.length > 0 &&
    pairs.every((pair: unknown) => {
      const [owner, owned, ...rest] = Object.keys(Object(pair)).map((key) => key.toLowerCase());
      const isOwned = owned === `${property.toLowerCase()}id` && rest.length === 0;
      return isOwned && (owner === 'deviceid' || owner === 'groupid');
    })
  );
}

/** The route that serves a request. Its address may be written otherwise, e.g. `/api/%75sers`. */
export const routeOf = (request: FastifyRequest): string => request.routeOptions.url ?? '';
export const callOf = (request: FastifyRequest): string => `${request.method} ${routeOf(request)}`;
export const isReset = (r: FastifyRequest): boolean =>
  ['/api/session/password', '/api/password/reset', '/api/password/update'].includes(routeOf(r));
export const isLogin = (r: FastifyRequest): boolean => r.method === 'POST' && routeOf(r) === '/api/session';
export const isRegistration = (r: FastifyRequest): boolean =>
  r.method === 'POST' && routeOf(r) === '/api/users';

export const isForm = (r: FastifyRequest): boolean =>
  r.headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false;

export const callIn = (r: FastifyRequest): Call => ({
  method: r.method,
  route: routeOf(r),
  id: Number((r.params as { id?: string }).id ?? 0),
  body: parsedBody(r.body),
});

export function accountIn(request: FastifyRequest): string | null {
  if (!isLogin(request) || !Buffer.isBuffer(request.body)) return null;
  return new URLSearchParams(request.body.toString('utf8')).get('email')?.trim().toLowerCase() ?? null;
}

export function attributesIn(body: unknown): { id: number; after: Attributes } | null {
  const user = parsedBody(body) as { id?: unknown; attributes?: Attributes | null } | null;
  return user && { id: Number(user.id ?? 0), after: user.attributes ?? {} };
}

export function parsedBody(body: unknown): unknown {
  if (!Buffer.isBuffer(body)) return null;
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return null; // Not JSON.
  }
}

export function forwarded(request: FastifyRequest) {
  return {
    method: request.method,
    url: request.url,
    headers: request.headers,
    body: Buffer.isBuffer(request.body) && request.body.length > 0 ? request.body : null,
    address: request.ip,
  };
}
