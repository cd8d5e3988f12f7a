import type { TrackingKey } from '@rastro/fleet/api';
import { accountStatus, stillSuspended, suspensionError } from '../suspension-of.ts';
import type { Policy } from './policy.ts';

/** The way out, and back to oneself. */
const OPEN: ReadonlySet<string> = new Set<TrackingKey>(['DELETE /session', 'POST /session/back']);

/**
 * Users who have not paid, or work for an account that has not, can do nothing until it is paid: by session, token or
 * password. Neither can the guests of such an account. Administrators are never suspended.
 */
export const notSuspended: Policy = {
  check: async (call, { suspensions, tracking, authenticator }) => {
    if (OPEN.has(call.key ?? '')) return null;
    const user = call.key === 'GET /session' ? await requester() : await call.user();
    if (!user) return null;
    const status = await accountStatus({ suspensions, tracking }, user);
    const suspended = await stillSuspended(suspensions, status);
    return suspended && suspensionError(status, suspended, []);

    /** Open to everybody; a caller with a session gets the same answer as anywhere. */
    async function requester() {
      const { headers, ip } = call.request;
      const identity = await authenticator.identify(headers, ip);
      return 'user' in identity ? identity.user : null;
    }
  },
};
