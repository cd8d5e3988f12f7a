import type { IncomingHttpHeaders } from 'node:http';
import type { TrackingKey } from '@rastro/fleet/api';
import { gatewayErrors } from '../gateway-errors.ts';
import type { Policy } from './policy.ts';

/**
 * These open a session by GET, as the tracking API has it. A link anywhere in the world could: it leads to our own
 * page, where the person says yes. Clients that are no browsers say nothing of where they come from.
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
  // Older browsers tell only by what they want to have.
  return !accept.includes('text/html');
}
