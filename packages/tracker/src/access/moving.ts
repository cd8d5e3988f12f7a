import { LINKED_KIND_NAMES } from '@rastro/fleet';
import type { StoredLink } from '@rastro/storage';
import type { DeviceEntity, Directory, GroupEntity } from '../directory/directory.ts';
import type { Delegation } from './delegation.ts';
import type { Visibility } from './visibility.ts';

interface Deps {
  readonly directory: Directory;
  readonly delegation: Delegation;
  readonly visibility: Visibility;
}
/** Changes of links, groups and devices when something changes hands. */
export interface Change {
  readonly add: readonly StoredLink[];
  readonly remove: readonly StoredLink[];
  /** Out of groups that the new ones do not see. */
  readonly devices: readonly DeviceEntity[];
  readonly groups: readonly GroupEntity[];
}
interface Things {
  readonly devices: ReadonlySet<number>;
  readonly groups: ReadonlySet<number>;
}
interface Sides {
  /** Accounts that keep what they have: the one that moves or receives, and all above the receiver. */
  readonly keepers: ReadonlySet<number>;
  /** Accounts that get what comes: the receiver and those above; no administrators, who see all. */
  readonly receivers: readonly number[];
  /** Whether it may be taken from a user: only from users whom the caller manages. */
  readonly mayTake: (userId: number) => boolean;
}
type Owner = 'user' | 'device';
const link = (ownerKind: Owner, ownerId: number, propertyKind: string, propertyId: number): StoredLink => ({
  ownerKind,
  ownerId,
  propertyKind,
  propertyId,
});

/** The receiver and all accounts above, without administrators. @param userId 0 = the installation. */
export function receiversOf({ directory, delegation }: Deps, userId: number): readonly number[] {
  const user = directory.users.get(userId);
  if (!user) return [];
  const all = new Set([...delegation.chainOf(user)].map(({ id }) => id)).union(delegation.managersOf(userId));
  return [...all].filter((id) => directory.users.get(id)?.administrator === false);
}

/** Vehicles and groups leave users on neither side, and go to the receivers. */
export function handOver(deps: Deps, things: Things, sides: Sides): Change {
  const { directory } = deps;
  const ofKind = (kind: 'device' | 'group', ids: ReadonlySet<number>) => ({
    add: [...ids].flatMap((id) => sides.receivers.map((userId) => link('user', userId, kind, id))),
    remove: [...ids].flatMap((id) =>
      [...directory.links.ownersOf(kind, id, 'user')]
        .filter((userId) => isTaken(directory, userId, sides))
        .map((userId) => link('user', userId, kind, id)),
    ),
  });
  const [devices, groups] = [ofKind('device', things.devices), ofKind('group', things.groups)];
  return {
    add: [...devices.add, ...groups.add],
    remove: [...devices.remove, ...groups.remove],
    devices: outOf(things.devices, directory.devices, things.groups),
    groups: outOf(things.groups, directory.groups, things.groups),
  };
}

/** Guests have nothing of their own: they lose what their giver loses. */
function isTaken({ users }: Directory, userId: number, { keepers, mayTake }: Sides): boolean {
  const user = users.get(userId);
  return user !== undefined && !user.administrator && !user.share && !keepers.has(userId) && mayTake(userId);
}

/** Those that lie in a group that does not come along. */
const outOf = <T extends { readonly groupId: number }>(
  ids: ReadonlySet<number>,
  table: { get(id: number): T | undefined },
  groups: ReadonlySet<number>,
): readonly T[] =>
  [...ids].flatMap((id) => {
    const found = table.get(id);
    return found && found.groupId !== 0 && !groups.has(found.groupId) ? [{ ...found, groupId: 0 }] : [];
  });

/** Rules, geofences and the like that were linked to a vehicle, and that its new users do not have. */
export function leftBehind(
  { directory }: Deps,
  deviceId: number,
  receivers: readonly number[],
): readonly StoredLink[] {
  return LINKED_KIND_NAMES.flatMap((kind) =>
    [...directory.links.of('device', deviceId, kind)]
      .filter((id) => !receivers.some((userId) => directory.links.of('user', userId, kind).has(id)))
      .map((id) => link('device', deviceId, kind, id)),
  );
}

/**
 * Links to remove between users who move and those who stay: a thing that only former managers share moves along; one
 * that others share too stays with the others.
 */
export function splitLinks(
  { directory }: Deps,
  { userIds, former }: { readonly userIds: ReadonlySet<number>; readonly former: ReadonlySet<number> },
): readonly StoredLink[] {
  const isOut = (id: number): boolean => directory.users.get(id)?.administrator === true;
  const parted: StoredLink[] = [];
  for (const kind of LINKED_KIND_NAMES)
    for (const id of idsOf(directory, userIds, kind)) {
      const owners = [...directory.links.ownersOf(kind, id, 'user')].filter((each) => !isOut(each));
      const isShared = owners.some((each) => !userIds.has(each) && !former.has(each));
      const losers = owners.filter((each) => (isShared ? userIds.has(each) : former.has(each)));
      parted.push(...losers.map((userId) => link('user', userId, kind, id)));
    }
  return parted;
}

const idsOf = ({ links }: Directory, userIds: ReadonlySet<number>, kind: string): ReadonlySet<number> =>
  new Set([...userIds].flatMap((userId) => [...links.of('user', userId, kind)]));

/** Devices and groups that some users see together. */
export function seenBy({ visibility }: Deps, userIds: Iterable<number>): Things {
  const [devices, groups] = [new Set<number>(), new Set<number>()];
  for (const id of userIds) {
    for (const deviceId of visibility.visibleDeviceIds(id)) devices.add(deviceId);
    for (const groupId of visibility.visibleGroupIds(id)) groups.add(groupId);
  }
  return { devices, groups };
}
