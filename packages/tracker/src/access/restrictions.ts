import {
  attributeName,
  decide,
  decideCommand,
  decideGiven,
  isShared,
  LINKED_KINDS,
  USER_ATTRIBUTES,
  anchoredDevice,
  type Right,
} from '@rastro/fleet';
import { rightOfCommand } from '@rastro/protocols/engine';
import { appError } from '../errors/app-error.ts';
import type { DeviceEntity, Directory, GroupEntity, UserEntity } from '../directory/directory.ts';
import type { LinkedEntities, LinkedKind } from '../directory/linked-tables.ts';
import type { Caller } from './caller.ts';
import type { Delegation } from './delegation.ts';
import type { Visibility } from './visibility.ts';

type Flag = 'readonly' | 'deviceReadonly' | 'limitCommands' | 'disableReports';

/**
 * The rights of the tracking server itself: roles, links and restriction flags.
 * @source docs/reference/tracking-api.md §5. Every method throws an error, or returns.
 */
export class Restrictions {
  readonly #directory: Directory;
  readonly #visibility: Visibility;
  readonly #delegation: Delegation;
  readonly #deviceLimit: () => number;

  /** @param deps.deviceLimit Devices that the installation may have, now. */
  constructor(deps: {
    readonly directory: Directory;
    readonly visibility: Visibility;
    readonly delegation: Delegation;
    readonly deviceLimit: () => number;
  }) {
    this.#directory = deps.directory;
    this.#visibility = deps.visibility;
    this.#delegation = deps.delegation;
    this.#deviceLimit = deps.deviceLimit;
  }

  requireAdministrator({ user }: Caller): void {
    if (!user.administrator) throw appError.administratorOnly();
  }

  requireWrite(caller: Caller): void {
    if (this.#isSet(caller, 'readonly')) throw appError.readonly();
  }
  requireDeviceWrite(caller: Caller): void {
    this.requireWrite(caller);
    if (this.#isSet(caller, 'deviceReadonly')) throw appError.deviceReadonly();
  }
  /** Saved commands and commands made up on the spot. */
  requireOwnCommands(caller: Caller): void {
    if (this.#isSet(caller, 'limitCommands')) throw appError.commandsLimited();
  }
  requireHistory(caller: Caller): void {
    if (this.#isSet(caller, 'disableReports')) throw appError.reportsDisabled();
  }
  /**
   * docs/reference/requirements.md SPEC §5: the installation's limit binds everybody, the account's limit everybody but
   * administrators. Devices of all accounts below a user count as the user's.
   */
  requireDeviceSlot({ user }: Caller): void {
    const limit = this.#deviceLimit();
    if (this.#directory.devices.size - this.#visibility.hiddenDevices >= limit)
      throw appError.serverDeviceLimit(limit);
    if (user.administrator) return;
    for (const { id, administrator, deviceLimit } of this.#delegation.chainOf(user)) {
      if (administrator || deviceLimit < 0) continue;
      const used = this.#visibility.visibleDeviceIds(id);
      for (const below of this.#delegation.accountsBelow(id))
        for (const deviceId of this.#visibility.visibleDeviceIds(below)) used.add(deviceId);
      if (used.size >= deviceLimit) throw appError.deviceLimit(deviceLimit);
    }
    this.#requireResellerSlot(user);
  }
  /**
   * Checks reseller limits: they cover the devices of all below, no matter who created them.
   * @source docs/reference/requirements.md SPEC §3 "Reseller
   * limit"
   */
  #requireResellerSlot(user: UserEntity): void {
    for (const id of [user.id, ...this.#delegation.managersOf(user.id)]) {
      const reseller = this.#directory.users.get(id);
      const limit = reseller ? resellerLimitOf(reseller, this.#directory.brand) : null;
      if (limit === null) continue;
      const used = new Set<number>();
      const all = new Set([id]).union(this.#delegation.managedBelow(id));
      for (const each of all.union(this.#delegation.accountsBelow(id)))
        for (const deviceId of this.#visibility.visibleDeviceIds(each)) used.add(deviceId);
      if (used.size >= limit) throw appError.deviceLimit(limit);
    }
  }
  /** Checks that a user and all above have places for incoming vehicles. Vehicles they already have need none. */
  requirePlaces(user: UserEntity, coming: ReadonlySet<number>): void {
    const require = (limit: number, userIds: Iterable<number>): void => {
      const used = new Set<number>();
      for (const each of userIds)
        for (const deviceId of this.#visibility.visibleDeviceIds(each)) used.add(deviceId);
      const after = used.union(coming).size;
      if (after > used.size && after > limit) throw appError.deviceLimit(limit);
    };
    for (const { id, administrator, deviceLimit } of this.#delegation.chainOf(user))
      if (!administrator && deviceLimit >= 0)
        require(deviceLimit, new Set([id]).union(this.#delegation.accountsBelow(id)));
    for (const id of [user.id, ...this.#delegation.managersOf(user.id)]) {
      const reseller = this.#directory.users.get(id);
      const limit = reseller ? resellerLimitOf(reseller, this.#directory.brand) : null;
      const all = new Set([id]).union(this.#delegation.managedBelow(id));
      if (limit !== null) require(limit, all.union(this.#delegation.accountsBelow(id)));
    }
  }
  /** Checks that they have places for incoming users. */
  requireUserPlaces(user: UserEntity, coming: ReadonlySet<number>): void {
    for (const { id, administrator, userLimit } of this.#delegation.chainOf(user)) {
      if (administrator || userLimit < 0) continue;
      const managed = this.#directory.links.of('user', id, 'managedUser');
      const used = managed.union(this.#delegation.accountsBelow(id));
      const after = used.union(coming).size;
      if (after > used.size && after > userLimit) throw appError.userLimit(userLimit);
    }
  }
  requireUserSlot({ user }: Caller): void {
    if (user.administrator) return;
    for (const { id, administrator, userLimit } of this.#delegation.chainOf(user)) {
      if (administrator || userLimit < 0) continue;
      const managed = this.#directory.links.of('user', id, 'managedUser');
      if (managed.union(this.#delegation.accountsBelow(id)).size >= userLimit)
        throw appError.userLimit(userLimit);
    }
  }

  /** Whether a user may send such a command now. @param user Current state, with all bounds. */
  maySend(user: UserEntity, type: string): boolean {
    const { readonly, deviceReadonly } = this.#directory.server;
    const subject = {
      ...user,
      readonly: user.readonly || readonly,
      deviceReadonly: user.deviceReadonly || deviceReadonly,
    };
    return decideCommand(subject, rightOfCommand(type), this.#delegation.context).allowed;
  }
  requireCommand({ user }: Caller, type: string): void {
    if (!this.maySend(user, type)) throw appError.readonly();
  }
  /**
   * Computed attributes run on the server for every position: only administrators, and users with the right by name,
   * write them.
   */
  requireComputed({ user }: Caller, action: 'create' | 'edit' | 'delete'): void {
    if (!decideGiven(user, `computed.${action}`, this.#delegation.context).allowed)
      throw appError.administratorOnly();
  }
  /** Whether a user has a right, for what is a part of an answer; guests have none to what was not shared. */
  has({ user }: Caller, right: Right): boolean {
    return !isShared(user) && decide(user, right, this.#delegation.context).allowed;
  }
  /** Requires the right to stop engines, or to let something stop them. */
  requireLock({ user }: Caller): void {
    if (!decide(user, 'devices.lock', this.#delegation.context).allowed) throw appError.lockRight();
  }

  /** @throws the same error for a device that is foreign and one that does not exist. */
  device({ user }: Caller, id: number): DeviceEntity {
    const device = this.#directory.devices.get(id);
    if (!device) throw user.administrator ? appError.notFound() : appError.noAccess('Device');
    if (!user.administrator && !this.#visibility.seesDevice(user.id, device))
      throw appError.noAccess('Device');
    return device;
  }
  /** Administrators see every device that exists, others theirs. */
  seesDevice({ user }: Caller, id: number): boolean {
    const device = this.#directory.devices.get(id);
    return device !== undefined && (user.administrator || this.#visibility.seesDevice(user.id, device));
  }
  group({ user }: Caller, id: number): GroupEntity {
    const group = this.#directory.groups.get(id);
    if (!group) throw user.administrator ? appError.notFound() : appError.noAccess('Group');
    if (!user.administrator && !this.#visibility.seesGroup(user.id, id)) throw appError.noAccess('Group');
    return group;
  }
  /** An entity linked to the caller directly, or the anchor of a device of theirs; any for an administrator. */
  linked<K extends LinkedKind>(caller: Caller, kind: K, id: number): LinkedEntities[K] {
    const { user } = caller;
    const entity = this.#directory.linked[kind].get(id);
    if (!entity) throw user.administrator ? appError.notFound() : appError.noAccess(LINKED_KINDS[kind].label);
    const isTheirs = user.administrator || this.#directory.links.of('user', user.id, kind).has(id);
    const isSeen = isTheirs || (kind === 'geofence' && this.#seesAnchor(caller, id));
    if (!isSeen) throw appError.noAccess(LINKED_KINDS[kind].label);
    return entity;
  }
  /** The anchors of all devices that the caller sees, no matter who set them. */
  anchorIds({ user }: Caller): ReadonlySet<number> {
    const devices = this.#visibility.visibleDeviceIds(user.id);
    const found = new Set<number>();
    for (const fence of this.#directory.linked.geofence.inOrder()) {
      const deviceId = anchoredDeviceId(this.#directory, fence);
      if (deviceId !== null && devices.has(deviceId)) found.add(fence.id);
    }
    return found;
  }
  #seesAnchor(caller: Caller, fenceId: number): boolean {
    const fence = this.#directory.linked.geofence.get(fenceId);
    const deviceId = fence === undefined ? null : anchoredDeviceId(this.#directory, fence);
    return deviceId !== null && this.seesDevice(caller, deviceId);
  }
  /** The caller, a user they manage, or any user for an administrator. */
  user(caller: Caller, id: number): UserEntity {
    const user = this.#directory.users.get(id);
    const { administrator } = caller.user;
    if (!user) throw administrator ? appError.notFound() : appError.noAccess('User');
    if (!administrator && id !== caller.user.id && !this.manages(caller.user.id, id)) {
      throw appError.noAccess('User');
    }
    return user;
  }
  /** Whether a user manages another, directly or through others. */
  manages(managerId: number, userId: number): boolean {
    return this.#delegation.managesAtAnyDepth(managerId, userId);
  }

  /** A group newly named in an object must be one's own. */
  requireGroupReference(caller: Caller, groupId: number, before: number): void {
    if (groupId === 0 || groupId === before) return;
    this.group(caller, groupId);
  }
  /** So must a calendar or a saved command. */
  requireReference(caller: Caller, kind: 'calendar' | 'command', id: number, before: number): void {
    if (id === 0 || id === before) return;
    this.linked(caller, kind, id);
  }

  #isSet({ user }: Caller, flag: Flag): boolean {
    return !user.administrator && (user[flag] || this.#directory.server[flag]);
  }
}

/** Null = no limit; always for administrators. */
function resellerLimitOf({ administrator, attributes }: UserEntity, brand: string): number | null {
  const limit = attributes[attributeName(brand, USER_ATTRIBUTES.resellerLimit)];
  return administrator || typeof limit !== 'number' || limit < 0 ? null : limit;
}

/**
 * The device whose anchor a geofence is; null = it is none. The claim alone is not enough: only who sees both can
 * have linked them. @source docs/reference/requirements.md SPEC §3 "Geofence"
 */
function anchoredDeviceId(directory: Directory, fence: LinkedEntities['geofence']): number | null {
  const id = anchoredDevice(fence);
  return id !== null && directory.links.of('device', id, 'geofence').has(fence.id) ? id : null;
}
