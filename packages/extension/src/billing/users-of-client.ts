import {
  attributeName,
  groupBranch,
  isHiddenDevice,
  isSet,
  isShared,
  USER_ATTRIBUTES,
  type Device,
  type Group,
  type User,
} from '@rastro/fleet';
import { monthlyValueOf } from '@rastro/fleet/billing';
import { createTrackingClient, type TrackingClient } from '@rastro/tracking-client';
import { answered } from '../tracking-failure.ts';
import type { UserSource } from './user-source.ts';

/** Questions side by side: most of each is the way there and back. */
const AT_ONCE = 4;

/** Users of any tracking server, by its API, as an administrator sees them. @param brand Prefix of our attributes. */
function usersOfClient(client: TrackingClient, brand: string): UserSource {
  let world: Promise<World> | null = null;
  return {
    server: async (signal) => answered(await client.server.read(signal)).server,
    users: async (signal) => {
      world = null;
      const users = answered(await client.users.list({}, signal));
      const managers = new Map<number, number[]>();
      // One request each: only for those who can manage others.
      const asked = users.filter((user) => mayManage(user, brand)).values();
      const askOn = async (): Promise<void> => {
        for (const { id } of asked)
          for (const below of answered(await client.users.list({ userId: id }, signal)))
            if (below.id !== id) managers.set(below.id, [...(managers.get(below.id) ?? []), id]);
      };
      await Promise.all(Array.from({ length: AT_ONCE }, askOn));
      return users
        .filter((user) => !isShared(user))
        .map((user) => ({
          id: user.id,
          name: user.name,
          attributes: user.attributes,
          managers: (managers.get(user.id) ?? []).toSorted((a, b) => a - b),
          account: user,
        }));
    },
    devicesOf: async (userId, signal) => {
      const { byGroup, groups } = await (world ??= readWorld(client, signal));
      // The query returns only the user's own links; groups are followed here.
      const seen = new Map(
        answered(await client.devices.list({ userId }, signal)).map((device) => [device.id, device]),
      );
      for (const { id: root } of answered(await client.groups.list({ userId }, signal)))
        for (const groupId of groupBranch(groups, root))
          for (const device of byGroup.get(groupId) ?? []) seen.set(device.id, device);
      return [...seen.values()]
        .filter((device) => !isHiddenDevice(device))
        .map(({ id, attributes }) => ({ deviceId: id, monthlyValue: monthlyValueOf(attributes) }));
    },
    contacts: async (signal) =>
      new Map(
        answered(await client.devices.list({ all: true }, signal)).map(({ id, status, lastUpdate }) => [
          id,
          { isOnline: status === 'online', at: lastUpdate === null ? null : Date.parse(lastUpdate) },
        ]),
      ),
    lastSeen: async (signal) => {
      const statuses = await client.users.statuses(signal);
      // Traccar keeps no such list.
      if (!statuses.ok && [400, 404, 405].includes(statuses.error.status)) return new Map();
      return new Map(
        answered(statuses).flatMap(({ userId, lastSeen }) =>
          lastSeen === null ? [] : [[userId, Date.parse(lastSeen)]],
        ),
      );
    },
  };
}

interface World {
  readonly byGroup: ReadonlyMap<number, readonly Device[]>;
  readonly groups: readonly Group[];
}
/** All there is, once a look. */
const readWorld = async ({ devices, groups }: TrackingClient, signal: AbortSignal): Promise<World> => ({
  byGroup: Map.groupBy(answered(await devices.list({ all: true }, signal)), ({ groupId }) => groupId),
  groups: answered(await groups.list({ all: true }, signal)),
});

/** External tracking server, with the token of an administrator. */
export const externalUsers = (
  { url, token }: { readonly url: string; readonly token: string },
  brand: string,
): UserSource =>
  usersOfClient(
    createTrackingClient({
      fetch,
      basePath: `${url}/api`,
      headers: { authorization: `Bearer ${token}` },
    }),
    brand,
  );

const mayManage = ({ userLimit, attributes }: User, brand: string): boolean =>
  userLimit !== 0 ||
  [USER_ATTRIBUTES.reseller, USER_ATTRIBUTES.subReseller].some((each) =>
    isSet(attributes, attributeName(brand, each)),
  );
