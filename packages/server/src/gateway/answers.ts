import type { FastifyReply } from 'fastify';
import { hiddenDevice, isSet, type Attributes, type Device } from '@rastro/fleet';
import { anchorOwner } from './anchor-call.ts';
import type { Call } from './call.ts';
import type { ErrorReply } from './gateway-errors.ts';
import type { ForwardedReply, ForwardedRequest, TrackingServer } from './tracking-server.ts';

export function sendError(reply: FastifyReply, { status, text, headers, json }: ErrorReply): void {
  void reply
    .code(status)
    .headers(headers ?? {})
    .type(json ? 'application/json' : 'text/plain')
    .send(json ? JSON.stringify(json) : text);
}

export function sendAnswer(reply: FastifyReply, { status, headers, body }: ForwardedReply): void {
  void reply.code(status);
  for (const [name, value] of Object.entries(headers)) {
    if (name !== 'content-length') void reply.header(name, value);
  }
  void reply.send(body);
}

/** A reply that was handed over for streaming can only be answered below Fastify; a part cannot be mended. */
export function giveUp(reply: FastifyReply, errorReply: ErrorReply): void {
  if (reply.raw.headersSent) reply.raw.destroy();
  else if (reply.sent)
    reply.raw.writeHead(errorReply.status, { 'content-type': 'text/plain' }).end(errorReply.text);
  else sendError(reply, errorReply);
}

/** Sends only the anchors among the caller's geofences: the right to see anchors shows nothing else. */
export async function sendAnchors(call: Call, reply: FastifyReply): Promise<void> {
  const fences = await call.read('/api/geofences');
  const anchors = (Array.isArray(fences) ? fences : []).filter((fence) => anchorOwner(fence) !== null);
  void reply.type('application/json').send(JSON.stringify(anchors));
}

/** Our own page asks so, because browsers log every 404: nobody is 204 there. */
export function asksWhetherSignedIn({ key, request }: Call): boolean {
  if (key !== 'GET /session') return false;
  const query = new URLSearchParams(request.url.split('?')[1] ?? '');
  return query.get('quiet') === 'true' && !query.has('token');
}

export async function sendSession(call: Call, reply: FastifyReply): Promise<void> {
  const answer = await call.lookUp('/api/session');
  if (answer.status === 404) void reply.code(204).send();
  else sendAnswer(reply, answer);
}

/** An empty list for a user without the right. */
export function sendNothing(reply: FastifyReply): void {
  void reply.type('application/json').send('[]');
}

/** Deleting only hides (docs/reference/requirements.md SPEC §3 "Server settings"). */
export const isSafeDeletion = (serverAttributes: Attributes, brand: string): boolean =>
  isSet(serverAttributes, `${brand}.safeDeletion`);

/** Hides a device on the caller's behalf, so that the tracking server decides whether the caller may write it. */
export async function hideDevice(call: Call, tracking: TrackingServer): Promise<ForwardedReply> {
  const { params } = call.request;
  const url = `/api/devices/${encodeURIComponent((params as { readonly id: string }).id)}`;
  const found = await call.lookUp(url);
  if (found.status !== 200) return found;
  const device = hiddenDevice(JSON.parse(found.body.toString('utf8')) as Device);
  const body = Buffer.from(JSON.stringify(device));
  const headers = {
    ...call.request.headers,
    'content-type': 'application/json',
    'content-length': String(body.length),
  };
  const answer = await tracking.send({ ...forwarded(call), method: 'PUT', url, headers, body });
  return answer.status < 400 ? { status: 204, headers: {}, body: Buffer.alloc(0) } : answer;
}

/** A call as it is forwarded. */
export const forwarded = ({ request, body }: Call): ForwardedRequest => ({
  method: request.method,
  url: request.url,
  headers: {
    ...request.headers,
    ...(body.bytes === null ? {} : { 'content-length': String(body.bytes.length) }),
    ...(body.type === null ? {} : { 'content-type': body.type }),
  },
  body: body.bytes,
  address: request.ip,
});
