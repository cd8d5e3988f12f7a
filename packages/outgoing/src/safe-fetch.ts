import { lookup } from 'node:dns';
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { host } from '@rastro/base/host';
import { fail, ok, type Result } from '@rastro/base';
import { unavailable, type DeliveryFailure } from './delivery-failure.ts';
import { isPublicAddress } from './public-address.ts';
import { retryAfterMs } from './retry-after.ts';

export interface OutgoingRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}
/** Any answer of the other side, errors included. */
export interface OutgoingAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** At most 64 KiB are read, unless more is asked for. */
  readonly body: string;
}
/** @returns any answer; a failure when there was none, or the address may not be called. */
export type SafeFetch = (
  request: OutgoingRequest,
  signal: AbortSignal,
) => Promise<Result<OutgoingAnswer, DeliveryFailure>>;

export interface SafeFetchOptions {
  /** Private, local and link-local addresses may be called too. */
  readonly allowPrivate: boolean;
  /** For the whole call, DNS lookup included. */
  readonly timeoutMs: number;
  /** Of an answer; what is beyond is cut off. */
  readonly maxBytes?: number;
}

const MAX_ANSWER_BYTES = 64 * 1024;

/**
 * Calls addresses that users typed in. The address is checked where the connection is made, not before it, so that a
 * name which changes between lookup and connection leads nowhere. Redirects are answers, never followed.
 */
export function createSafeFetch(options: SafeFetchOptions): SafeFetch {
  const { allowPrivate, timeoutMs, maxBytes = MAX_ANSWER_BYTES } = options;
  const mayCall = (address: string): boolean => allowPrivate || isPublicAddress(address);
  return async (request, signal) => {
    const { url } = request;
    if (url.protocol !== 'http:' && url.protocol !== 'https:') {
      return fail({ code: 'invalid_target', detail: `${url.protocol} is not called` });
    }
    const literal = url.hostname.replace(/^\[(.*)\]$/, '$1');
    if (isIP(literal) !== 0 && !mayCall(literal)) return closedAddress(literal);
    try {
      const limit = AbortSignal.any([signal, host.timeout(timeoutMs)]);
      return ok(await call(request, { lookup: publicLookup(mayCall), signal: limit, maxBytes }));
    } catch (error) {
      if (error instanceof ClosedAddressError) return closedAddress(url.hostname);
      return fail(unavailable(reasonOf(error)));
    }
  };
}

/**
 * Interprets a status where a service has no rules of its own.
 * @param now Milliseconds since 1970, for a `Retry-After` that is a date.
 */
export function judge(answer: OutgoingAnswer, now: number): Result<OutgoingAnswer, DeliveryFailure> {
  const { status } = answer;
  const detail = `answered ${status}`;
  if (status >= 200 && status < 300) return ok(answer);
  if (status === 401 || status === 403) return fail({ code: 'unauthorized', detail });
  if (status === 404 || status === 410) return fail({ code: 'invalid_target', detail });
  const afterMs = retryAfterMs(answer.headers['retry-after'], now);
  if (status === 429) return fail({ code: 'rate_limited', detail, afterMs });
  if (status >= 500 || status === 408) return fail({ code: 'unavailable', detail, afterMs });
  return fail({ code: 'invalid_request', detail });
}

class ClosedAddressError extends Error {
  override readonly name = 'ClosedAddressError';
}
const closedAddress = (host: string): Result<never, DeliveryFailure> =>
  fail({ code: 'invalid_target', detail: `${host} is a private address; see ALLOW_PRIVATE_URLS` });

/** Returns only addresses that may be called; one forbidden address among them rejects the name. */
function publicLookup(mayCall: (address: string) => boolean): LookupFunction {
  return (hostname, options, done) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error || !first) done(error ?? new Error(`Cannot find ${hostname}`), '', 0);
      else if (!addresses.every(({ address }) => mayCall(address)))
        done(new ClosedAddressError(`Cannot call ${hostname}`), '', 0);
      else if (options.all === true) done(null, addresses);
      else done(null, first.address, first.family);
    });
  };
}

interface CallLimits {
  readonly lookup: LookupFunction;
  readonly signal: AbortSignal;
  readonly maxBytes: number;
}
function call(
  { method, url, headers, body }: OutgoingRequest,
  { lookup: lookupPublic, signal, maxBytes }: CallLimits,
): Promise<OutgoingAnswer> {
  const start = url.protocol === 'https:' ? requestHttps : requestHttp;
  const bytes = body === undefined ? null : Buffer.from(body);
  return new Promise((resolve, reject) => {
    const length = bytes ? { 'content-length': String(bytes.length) } : {};
    const request = start(url, {
      method,
      lookup: lookupPublic,
      signal,
      agent: false, // A connection of its own: a reused one would skip the lookup.
      headers: { ...headers, ...length },
    });
    request.on('error', reject);
    request.on('response', (response) => void readAnswer(response, maxBytes).then(resolve, reject));
    request.end(bytes ?? undefined);
  });
}

async function readAnswer(response: IncomingMessage, mostBytes: number): Promise<OutgoingAnswer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= mostBytes) break; // Leaving the loop closes the connection.
  }
  const headers = Object.fromEntries(
    Object.entries(response.headers).map(([name, value]) => [name, [value].flat().join(', ')]),
  );
  const body = Buffer.concat(chunks).subarray(0, mostBytes).toString('utf8');
  return { status: response.statusCode ?? 0, headers, body };
}

/** The system's short error code; messages may hold the address with its secrets. */
function reasonOf(error: unknown): string {
  const { name, code } = error as { name?: string; code?: string };
  if (name === 'TimeoutError') return 'no answer in time';
  // Node wraps the reason of an aborted request.
  const cause = (error as { cause?: { name?: string } }).cause;
  if (cause?.name === 'TimeoutError') return 'no answer in time';
  return code ?? name ?? 'no connection';
}
