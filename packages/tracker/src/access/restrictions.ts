import { isHiddenDevice, LINKED_KINDS } from '@rastro/fleet';
import { refuse } from '../refusals/refusal.ts';
import type { DeviceEntity, Directory, GroupEntity, UserEntity } from '../directory/directory.ts';
import type { LinkedEntities, LinkedKind } from '../directory/linked-tables.ts';
import { anchoredDeviceId } from './anchors.ts';
import type { Caller } from './caller.ts';
import type { Visibility } from './visibility.ts';

type Flag = 'readonly' | 'deviceReadonly' | 'limitCommands' | 'disableReports';

/**
 * The rights of the tracking server itself: roles, links and restriction flags.
 * @source reference/tracking-api.md §5. Every method throws its refusal, or returns.
 */
export class Restrictions {
  readonly #directory: Directory;
  readonly #visibility: Visibility;
  readonly #deviceLimit: () => number;
  /** Devices that a safe deletion hid: they take nobody's place. */
  #hiddenDevices = 0;

  /** @param deviceLimit Devices that the installation may have, now. */
  constructor(directory: Directory, visibility: Visibility, deviceLimit: () => number) {
    this.#directory = directory;
    this.#visibility = visibility;
    this.#deviceLimit = deviceLimit;
    for (const device of directory.devices.inOrder()) if (isHiddenDevice(device)) this.#hiddenDevices++;
    directory.devices.watch(({ before, after }) => {
      if (before && isHiddenDevice(before)) this.#hiddenDevices--;
      if (after && isHiddenDevice(after)) this.#hiddenDevices++;
    });
  }

  requireAdministrator({ user }: Caller): void {
    if (!user.administrator) throw refuse.administratorOnly();
  }

  requireWrite(caller: Caller): void {
    if (this.#isSet(caller, 'readonly')) throw refuse.readonly();
  }
  requireDeviceWrite(caller: Caller): void {
    this.requireWrite(caller);
    if (this.#isSet(caller, 'deviceReadonly')) throw refuse.deviceReadonly();
  }
  /** Saved commands and commands made up on the spot. */
  requireOwnCommands(caller: Caller): void {
    if (this.#isSet(caller, 'limitCommands')) throw refuse.commandsLimited();
  }
  requireHistory(caller: Caller): void {
    if (this.#isSet(caller, 'disableReports')) throw refuse.reportsDisabled();
  }
  /**
   * SPEC §5: the installation's limit binds everybody, the account's limit everybody but administrators.
   */
  requireDeviceSlot({ user }: Caller): void {
    const most = this.#deviceLimit();
    if (this.#directory.devices.size - this.#hiddenDevices >= most) throw refuse.serverDeviceLimit(most);
    if (user.administrator || user.deviceLimit < 0) return;
    const visible = this.#visibility.visibleDeviceIds(user.id);
    const used = this.#hiddenDevices === 0 ? visible.size : this.#countShown(visible);
    if (used >= user.deviceLimit) throw refuse.deviceLimit(user.deviceLimit);
  }
  requireUserSlot({ user }: Caller): void {
    if (user.administrator || user.userLimit < 0) return;
    const used = this.#directory.links.of('user', user.id, 'managedUser').size;
    if (used >= user.userLimit) throw refuse.userLimit(user.userLimit);
  }

  /** @throws the same refusal for a device that is foreign and one that does not exist. */
  device({ user }: Caller, id: number): DeviceEntity {
    const device = this.#directory.devices.get(id);
    if (!device) throw user.administrator ? refuse.notFound() : refuse.noAccess('Device');
    if (!user.administrator && !this.#visibility.seesDevice(user.id, device)) throw refuse.noAccess('Device');
    return device;
  }
  /** Administrators see every device that exists, others theirs. */
  seesDevice({ user }: Caller, id: number): boolean {
    const device = this.#directory.devices.get(id);
    return device !== undefined && (user.administrator || this.#visibility.seesDevice(user.id, device));
  }
  group({ user }: Caller, id: number): GroupEntity {
    const group = this.#directory.groups.get(id);
    if (!group) throw user.administrator ? refuse.notFound() : refuse.noAccess('Group');
    if (!user.administrator && !this.#visibility.seesGroup(user.id, id)) throw refuse.noAccess('Group');
    return group;
  }
  /** An entity linked to the caller directly, or the anchor of a device of theirs; any for an administrator. */
  linked<K extends LinkedKind>(caller: Caller, kind: K, id: number): LinkedEntities[K] {
    const { user } = caller;
    const entity = this.#directory.linked[kind].get(id);
    if (!entity) throw user.administrator ? refuse.notFound() : refuse.noAccess(LINKED_KINDS[kind].label);
    const isTheirs = user.administrator || this.#directory.links.of('user', user.id, kind).has(id);
    const isSeen = isTheirs || (kind === 'geofence' && this.#seesAnchor(caller, id));
    if (!isSeen) throw refuse.noAccess(LINKED_KINDS[kind].label);
    return entity;
  }
  /** The anchors of all devices that the caller sees, whoever has set them. */
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
  /** Oneself, somebody one manages, or anybody for an administrator. */
  user(caller: Caller, id: number): UserEntity {
    const user = this.#directory.users.get(id);
    const { administrator } = caller.user;
    if (!user) throw administrator ? refuse.notFound() : refuse.noAccess('User');
    if (!administrator && id !== caller.user.id && !this.manages(caller.user.id, id)) {
      throw refuse.noAccess('User');
    }
    return user;
  }
  manages(managerId: number, userId: number): boolean {
    return this.#directory.links.of('user', managerId, 'managedUser').has(userId);
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

  #countShown(ids: Iterable<number>): number {
    let count = 0;
    for (const id of ids) {
      const device = this.#directory.devices.get(id);
      if (device && !isHiddenDevice(device)) count++;
    }
    return count;
  }

  #isSet({ user }: Caller, flag: Flag): boolean {
    return !user.administrator && (user[flag] || this.#directory.server[flag]);
  }
}
