import { userView, type Tracker } from '@rastro/tracker';
import type { TrackingServer } from './tracking-server.ts';

/** Our own tracking server, in this process; nothing touches the network. */
export function embeddedServer(tracker: Tracker, isHealthy: () => Promise<boolean>): TrackingServer {
  return {
    identify: async (headers) => {
      const caller = await tracker.authenticator.callerOf(headers);
      return caller ? userView(caller.user) : null;
    },
    serverAttributes: async () => tracker.directory.server.attributes,
    stream: async (request, response, address) => {
      tracker.rememberAddress(request, address);
      tracker.api.routing(request, response);
    },
    send: async ({ method, url, headers, body, address }) => {
      const reply = await tracker.api.inject({
        method: method as 'GET',
        url,
        headers,
        remoteAddress: address,
        ...(body === null ? {} : { payload: body }),
      });
      return {
        status: reply.statusCode,
        headers: reply.headers as Record<string, string | string[]>,
        body: reply.rawPayload,
      };
    },
    upgrade: tracker.upgrade,
    isReachable: isHealthy,
    close: () => {}, // The tracker closes its sockets itself.
  };
}
