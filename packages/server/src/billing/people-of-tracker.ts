import type { PeopleSource, Person } from '@rastro/extension';
import { monthlyValueOf } from '@rastro/fleet/billing';
import type { Tracker } from '@rastro/tracker';

/** People of our own tracking server, out of its memory: nothing touches the network, nobody is asked one by one. */
export function peopleOfTracker({ directory, visibleDevices }: Tracker): PeopleSource {
  return {
    serverAttributes: async () => directory.server.attributes,
    people: async () => {
      const found: Person[] = [];
      for (const { id, name, attributes, share, giverId = 0 } of directory.users.inOrder()) {
        if (share) continue;
        const managers = [...directory.links.ownersOf('managedUser', id, 'user')];
        found.push({
          id,
          name,
          attributes,
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
  };
}
