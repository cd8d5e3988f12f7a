import type { IncomingHttpHeaders } from 'node:http';
import { host } from '@rastro/base/host';
import { cookieValue, SESSION_COOKIE } from '@rastro/tracker';

/** Of a call these go behind, and nothing else: no claims about addresses, no rewritten paths, no cookies of ours. */
const SENT = [
  'accept',
  'accept-encoding',
  'accept-language',
  'authorization',
  'content-type',
  // Another node of ours compares it with the origin of a session.
  'host',
  'if-modified-since',
  'if-none-match',
  'origin',
  'range',
  'user-agent',
] as const;
/** Of an upgrade these, too. */
export const SOCKET_HEADERS: ReadonlySet<string> = new Set([
  'connection',
  'upgrade',
  'sec-websocket-extensions',
  'sec-websocket-key',
  'sec-websocket-protocol',
  'sec-websocket-version',
]);
/** Of an answer these come back. */
const RETURNED = [
  'accept-ranges',
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-range',
  'content-type',
  'etag',
  'last-modified',
  'retry-after',
  'vary',
] as const;

export type Headers = Readonly<Record<string, string | string[]>>;

/** Headers of a call, as an external server gets them. @param withContent Whether a body goes along. */
export function headersBehind(headers: IncomingHttpHeaders, withContent: boolean): Record<string, string> {
  const sent: Record<string, string> = {};
  for (const name of SENT) {
    const value = headers[name];
    if (typeof value !== 'string' || (name === 'content-type' && !withContent)) continue;
    sent[name] = value;
  }
  const session = cookieValue(headers.cookie, SESSION_COOKIE);
  if (session !== null) sent['cookie'] = `${SESSION_COOKIE}=${session}`;
  return sent;
}

/** Headers about the form of an answer: those of one call mean nothing for another. */
const WANTED: ReadonlySet<string> = new Set(['accept', 'if-modified-since', 'if-none-match', 'range']);

/** Headers of a call of ours in the name of a caller, whose answer is read here. @param address Of the caller. */
export const callerHeaders = (
  headers: IncomingHttpHeaders,
  address: string,
): Record<string, string | string[]> => ({
  ...Object.fromEntries(Object.entries(headersBehind(headers, false)).filter(([name]) => !WANTED.has(name))),
  'accept-encoding': 'identity',
  'x-forwarded-for': address,
});

/** Headers of an external server's answer, as browsers get them. */
export function headersInFront(headers: IncomingHttpHeaders, isSecure: boolean): Headers {
  const returned: Record<string, string | string[]> = {};
  for (const name of RETURNED) {
    const value = headers[name];
    if (value !== undefined) returned[name] = value;
  }
  // A realm would make browsers ask for a password.
  if (headers['www-authenticate'] === 'TOTP') returned['www-authenticate'] = 'TOTP';
  const cookies = [headers['set-cookie'] ?? []].flat().flatMap((each) => sessionCookie(each, isSecure));
  if (cookies.length > 0) returned['set-cookie'] = cookies;
  return returned;
}

/** The session of the server behind, set as ours is: by this host alone, unseen by scripts and by other sites. */
function sessionCookie(set: string, isSecure: boolean): string[] {
  const [pair = '', ...attributes] = set.split(';');
  const [, value] = new RegExp(`^\\s*${SESSION_COOKIE}=([!#-+\\--:<-[\\]-~]*)\\s*$`).exec(pair) ?? [];
  if (value === undefined) return [];
  const ends = attributes.some((each) => {
    const [name = '', text = ''] = each.trim().split('=', 2);
    if (name.toLowerCase() === 'max-age') return Number(text) <= 0;
    return name.toLowerCase() === 'expires' && Date.parse(text) <= host.now();
  });
  const parts = [`${SESSION_COOKIE}=${value}`, 'Path=/', 'HttpOnly', 'SameSite=Lax'];
  return [[...parts, ...(isSecure ? ['Secure'] : []), ...(ends ? ['Max-Age=0'] : [])].join('; ')];
}
