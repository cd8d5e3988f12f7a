import { externalTrackingApi, embeddedTrackingApi, type QrDeps } from '@rastro/extension';
import type { ServedTracker } from '@rastro/tracker';
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
    return embeddedTrackingApi(fetchWithin(tracker), (userId) => tracker.authenticator.lend(userId));
  return url === null || token === '' ? null : externalTrackingApi({ url, token });
}

/** Calls the tracking server in this process. */
const fetchWithin =
  ({ api }: ServedTracker) =>
  async (url: string, { method = 'GET', headers, body, signal }: RequestInit): Promise<Response> => {
    signal?.throwIfAborted();
    const reply = await api.inject({
      method: METHODS.find((each) => each === method) ?? 'GET',
      url,
      headers: Object.fromEntries(new Headers(headers)),
      ...(typeof body === 'string' ? { payload: body } : {}),
    });
    return new Response(reply.statusCode === 204 ? null : reply.body, { status: reply.statusCode });
  };
const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const;
