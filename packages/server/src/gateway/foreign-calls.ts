import { pipeline } from 'node:stream/promises';
import type { Dispatcher } from 'undici';
import { headersBehind, headersInFront } from './foreign-headers.ts';
import { foreignError } from './foreign-error.ts';
import type { ForwardedReply, ForwardedRequest, StreamedRequest } from './tracking-server.ts';

/** Of an error more is not read. */
const MAX_ERROR_BYTES = 65_536;
/** Signing in by OpenID leads to the provider and back. */
const LEADS_ELSEWHERE = '/api/session/openid/';
const PLAIN = { 'content-type': 'text/plain' };

export type Ask = (
  method: string,
  path: string,
  headers: Record<string, string | string[]>,
  body: Buffer | null,
) => Promise<Dispatcher.ResponseData>;

interface Passing {
  readonly ask: Ask;
  /** Whether users connect by TLS. */
  readonly isSecure: boolean;
}

/** Passes a call without a body, and its answer as it comes. */
export async function passStream(
  { ask, isSecure }: Passing,
  {
    request: { method = 'GET', url = '/', headers },
    response,
    address,
  }: Pick<StreamedRequest, 'request' | 'response' | 'address'>,
): Promise<void> {
  const sent = { ...headersBehind(headers, false), 'x-forwarded-for': address };
  const reply = await ask(method, url, sent, null);
  if (!isPassedOn(reply.statusCode, url)) {
    const { status, text } = foreignError(await errorOf(reply));
    response.writeHead(status, { ...errorHeaders(reply), ...PLAIN }).end(text);
    return;
  }
  const location = reply.statusCode >= 300 ? locationOf(reply) : {};
  response.writeHead(reply.statusCode, { ...headersInFront(reply.headers, isSecure), ...location });
  await pipeline(reply.body, response);
}

/** Passes a call whose answer is read here, too: not compressed. */
export async function passCall(
  { ask, isSecure }: Passing,
  { method, url, headers: { 'accept-encoding': _whole, ...headers }, body, address }: ForwardedRequest,
): Promise<ForwardedReply> {
  const sent = { ...headersBehind(headers, body !== null), 'x-forwarded-for': address };
  const reply = await ask(method, url, sent, body);
  if (!isPassedOn(reply.statusCode, url)) {
    const { status, text } = foreignError(await errorOf(reply));
    return { status, headers: { ...errorHeaders(reply), ...PLAIN }, body: Buffer.from(text) };
  }
  return {
    status: reply.statusCode,
    headers: headersInFront(reply.headers, isSecure),
    body: Buffer.from(await reply.body.arrayBuffer()),
  };
}

const isPassedOn = (status: number, url: string): boolean =>
  status < 300 || status === 304 || (status < 400 && url.startsWith(LEADS_ELSEWHERE));

/** To a provider over TLS, or within this origin. */
function locationOf({ headers }: Dispatcher.ResponseData): { readonly location: string } {
  const location = [headers['location'] ?? '/'].flat()[0] ?? '/';
  const isWithin = location.startsWith('/') && !location.startsWith('//');
  return { location: isWithin || location.startsWith('https://') ? location : '/' };
}

/** Headers of an error that are passed on: how to sign in, and when to try again. */
function errorHeaders({ headers }: Dispatcher.ResponseData): Record<string, string> {
  const after = headers['retry-after'];
  return {
    ...(headers['www-authenticate'] === 'TOTP' ? { 'www-authenticate': 'TOTP' } : {}),
    ...(typeof after === 'string' ? { 'retry-after': after } : {}),
  };
}

async function errorOf({ statusCode: status, headers, body }: Dispatcher.ResponseData) {
  // What was packed for the browser is not read here: the status says enough.
  const isPacked = headers['content-encoding'] !== undefined;
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of body as AsyncIterable<Buffer>) {
    pieces.push(piece);
    size += piece.length;
    if (size > MAX_ERROR_BYTES) break;
  }
  const type = [headers['content-type'] ?? ''].flat()[0] ?? '';
  return { status, type, body: isPacked ? '' : Buffer.concat(pieces).toString('utf8') };
}
