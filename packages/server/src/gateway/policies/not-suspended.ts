import type { TrackingKey } from '@rastro/fleet/api';
import { accountStatus, stillSuspended, suspensionError } from '../suspension-of.ts';
import type { Policy } from './policy.ts';

/** The way out, and back to oneself. */
const OPEN: ReadonlySet<string> = new Set<TrackingKey>(['DELETE /session', 'POST /session/back']);

/**
 * Whoever has not paid, or works for somebody who has not, does nothing until it is paid: with a session, a token or a
 * password. Nor do the guests of such an account. An administrator is never suspended.
 */
export const notSuspended: Policy = {
  check: async (call, { suspensions, tracking, authenticator }) => {
    if (OPEN.has(call.key ?? '')) return null;
    const user = call.key === 'GET /session' ? await requester() : await call.user();
    if (!user) return null;
    const status = await accountStatus({ suspensions, tracking }, user);
    const suspended = await stillSuspended(suspensions, status);
    return suspended && suspensionError(status, suspended, []);

    /** Open to everybody; whoever has a session is told what he would be told anywhere. */
    async function requester() {
      const { headers, ip } = call.request;
      const identity = await authenticator.identify(headers, ip);
      return 'user' in identity ? identity.user : null;
    }
  },
};
