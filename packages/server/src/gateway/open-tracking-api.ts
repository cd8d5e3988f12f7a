import { externalTrackingApi, embeddedTrackingApi, type QrDeps } from '@rastro/extension';
import type { ServedTracker } from '@rastro/tracker';
import { fetchWithin } from './fetch-within.ts';
import type { Settings } from '../settings/registry.ts';

type ExternalServer = Pick<Settings, 'TRACKING_SERVER_URL' | 'TRACKING_SERVER_TOKEN'>;

/**
 * Tracking API for the extension: our own server is called as the account that the work is for, without the network; an
 * external one as the operator's account. Null = the operator has named none.
 */
export function openTrackingApi(
  externalServer: ExternalServer,
  tracker: ServedTracker | null,
): QrDeps['trackingApi'] {
  const { TRACKING_SERVER_URL: url, TRACKING_SERVER_TOKEN: token } = externalServer;
  if (tracker)
    return embeddedTrackingApi(fetchWithin(tracker.api), (userId) => tracker.authenticator.lend(userId));
  return url === null || token === '' ? null : externalTrackingApi({ url, token });
}
