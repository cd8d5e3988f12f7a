import type { Contact, UserSource, SourceUser } from '@rastro/extension';
import { monthlyValueOf } from '@rastro/fleet/billing';
import type { Tracker } from '@rastro/tracker';

/** Users of our own tracking server, from its memory: no network, no request per user. */
export function embeddedUsers({
  directory,
  visibleDevices,
  states,
  lastSeen,
}: Pick<Tracker, 'directory' | 'visibleDevices' | 'states' | 'lastSeen'>): UserSource {
  return {
    server: async () => directory.server,
    users: async () => {
      const found: SourceUser[] = [];
      for (const user of directory.users.inOrder()) {
        const { id, name, attributes, share, giverId = 0 } = user;
        if (share) continue;
        const managers = [...directory.links.ownersOf('managedUser', id, 'user')];
        found.push({
          id,
          name,
          attributes,
          account: user,
          managers: managers.length === 0 && giverId > 0 ? [giverId] : managers,
        });
      }
      return found;
    },
    devicesOf: async (userId) =>
      [...visibleDevices(userId)].flatMap((deviceId) => {
        const device = directory.devices.get(deviceId);
        return device ? [{ deviceId, monthlyValue: monthlyValueOf(device.attributes) }] : [];
      }),
    contacts: async () => {
      const found = new Map<number, Contact>();
      for (const { deviceId, status, lastUpdate } of states())
        found.set(deviceId, { isOnline: status === 'online', at: lastUpdate });
      return found;
    },
    lastSeen,
  };
}
