import type { IncomingHttpHeaders } from 'node:http';
import { isGuestToken } from '@rastro/extension';
import { cookieValue, SESSION_COOKIE } from '@rastro/tracker';
import { dropCredentials } from '../authenticator.ts';

/** Token of one of our shares, as a guest's browser or program sends it; null = not a guest. */
export function guestToken(headers: IncomingHttpHeaders, url = ''): string | null {
  const inQuery = new URLSearchParams(url.split('?')[1] ?? '').get('token');
  const [scheme = '', bearer = ''] = (headers.authorization ?? '').split(' ', 2);
  const sent =
    inQuery ??
    (headers.authorization === undefined
      ? cookieValue(headers.cookie, SESSION_COOKIE)
      : scheme.toLowerCase() === 'bearer'
        ? bearer
        : null);
  return sent !== null && isGuestToken(sent) ? sent : null;
}

/** Headers without what opens a share of ours: the server behind gets nothing of it. */
export function withoutGuest(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  if (guestToken(headers) === null) return headers;
  const others = { ...headers };
  dropCredentials(others);
  return others;
}

/** The same of an address, whatever it asks for. */
export function withoutGuestIn(url: string): string {
  const [path = '', query] = url.split('?', 2);
  const parameters = new URLSearchParams(query);
  if (!parameters.getAll('token').some(isGuestToken)) return url;
  parameters.delete('token');
  const rest = parameters.toString();
  return rest === '' ? path : `${path}?${rest}`;
}

/** The cookie of a guest is what opens the share: it ends with it. An empty value ends the visit. */
export const guestCookie = (token: string, isSecure: boolean): string =>
  [
    `${SESSION_COOKIE}=${token}`,
    'Path=/',
    'HttpOnly',
    'SameSite=Lax',
    ...(isSecure ? ['Secure'] : []),
    ...(token === '' ? ['Max-Age=0'] : []),
  ].join('; ');
