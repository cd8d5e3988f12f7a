import { SERVER_FEATURES, type User } from '@rastro/fleet';
import { serializeUser, type Caller, type ServedTracker } from '@rastro/tracker';
import { accountName } from './account-name.ts';
import { VERSION } from '../version.ts';
import type { TrackingServer } from './tracking-server.ts';

const EVERYTHING = new Set(SERVER_FEATURES);

/** Our own tracking server, in this process; nothing touches the network. */
export function embeddedServer(tracker: ServedTracker, isHealthy: () => Promise<boolean>): TrackingServer {
  const { authenticator } = tracker;
  return {
    isOurs: true,
    describe: async () => ({ kind: 'embedded', version: VERSION, features: EVERYTHING }),
    known: async (headers) => viewed(authenticator.known(headers)),
    signIn: async (headers) => viewed(await authenticator.callerOf(headers)),
    hasPassword: async (user, password) =>
      (await authenticator.withPassword(user.email, password))?.id === user.id,
    accountKey: (name) => {
      const user = authenticator.named(name);
      return user ? `#${user.id}` : accountName(name);
    },
    serverAttributes: async () => tracker.directory.server.attributes,
    stream: async ({ request, response, address }) => {
      tracker.rememberAddress(request, address);
      tracker.api.routing(request, response);
    },
    send: async ({ method, url, headers: { 'accept-encoding': _whole, ...headers }, body, address }) => {
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
    visible: async ({ id }) =>
      [...tracker.visibleDevices(id)].flatMap((deviceId) => tracker.directory.devices.get(deviceId) ?? []),
    giverOf: async (userId) => {
      const user = tracker.directory.users.get(userId);
      return user?.share ? (user.giverId ?? null) : null;
    },
    progressOf: async () => null,
    upgrade: (request, socket, head) => {
      tracker.upgrade(request, socket, head);
      return null;
    },
    storesShares: async () => true,
    isReachable: isHealthy,
    close: async () => {}, // The tracker closes its sockets itself.
  };
}

const viewed = (caller: Caller | null): User | null => (caller ? serializeUser(caller.user) : null);
