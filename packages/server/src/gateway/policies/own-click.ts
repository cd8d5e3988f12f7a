import type { IncomingHttpHeaders } from 'node:http';
import type { TrackingKey } from '@rastro/fleet/api';
import { gatewayErrors } from '../gateway-errors.ts';
import type { Policy } from './policy.ts';

/**
 * These open a session by GET, as the tracking API has it. A link from anywhere could: it leads to our own page, where
 * the user confirms. Clients that are no browsers send no origin.
 */
export const ownClick: Policy = {
  routes: new Set<TrackingKey>(['GET /session', 'GET /session/:id']),
  check: ({ key, request }) => {
    if (isOwnScript(request.headers)) return null;
    if (key === 'GET /session/:id') return gatewayErrors.ownPage('/');
    const token = new URLSearchParams(request.url.split('?')[1] ?? '').get('token');
    return token === null ? null : gatewayErrors.ownPage(`/login?token=${encodeURIComponent(token)}`);
  },
};

function isOwnScript(headers: IncomingHttpHeaders): boolean {
  const { accept = '', 'sec-fetch-site': site, 'sec-fetch-mode': mode } = headers;
  if (site !== undefined) return site === 'same-origin' && mode !== 'navigate';
  // Older browsers reveal it only by the type they accept.
  return !accept.includes('text/html');
}
