import { isHiddenDevice } from '@rastro/fleet';
import type { DeviceEntity, Directory, GroupEntity } from '../directory/directory.ts';

/**
 * Visibility of devices and groups: linked directly, or through a linked group and all groups below it. A guest sees
 * the part that the giver sees, and nobody a device that a safe deletion hid.
 * @source docs/reference/tracking-api.md §5.2 (there three levels deep; here at any depth).
 */
export class Visibility {
  readonly #directory: Directory;
  readonly #devicesInGroup = new Map<number, Set<number>>();
  readonly #childGroups = new Map<number, Set<number>>();
  readonly #hidden = new Set<number>();

  constructor(directory: Directory) {
    this.#directory = directory;
    for (const device of directory.devices.inOrder()) {
      add(this.#devicesInGroup, device.groupId, device.id);
      if (isHiddenDevice(device)) this.#hidden.add(device.id);
    }
    for (const group of directory.groups.inOrder()) add(this.#childGroups, group.groupId, group.id);
    directory.devices.watch(({ before, after }) => {
      if (before) drop(this.#devicesInGroup, before.groupId, before.id);
      if (after) add(this.#devicesInGroup, after.groupId, after.id);
      if (before) this.#hidden.delete(before.id);
      if (after && isHiddenDevice(after)) this.#hidden.add(after.id);
    });
    directory.groups.watch(({ before, after }) => {
      if (before) drop(this.#childGroups, before.groupId, before.id);
      if (after) add(this.#childGroups, after.groupId, after.id);
    });
  }

  /** Giver of a share; null = not a guest. A guest whose giver is gone sees nothing. */
  #giverOfGuest(userId: number): number | null {
    const user = this.#directory.users.get(userId);
    return user?.share ? (user.giverId ?? 0) : null;
  }

  /** Number of devices that a safe deletion hid: they count toward no limit. */
  get hiddenDevices(): number {
    return this.#hidden.size;
  }

  /** A group and its ancestors, nearest first. Stops at a cycle. */
  *groupChain(groupId: number): Generator<number> {
    const seen = new Set<number>();
    for (let id = groupId; id !== 0 && !seen.has(id); id = this.#directory.groups.get(id)?.groupId ?? 0) {
      seen.add(id);
      yield id;
    }
  }

  seesGroup(userId: number, groupId: number): boolean {
    const giverId = this.#giverOfGuest(userId);
    if (giverId !== null && !this.seesGroup(giverId, groupId)) return false;
    const linked = this.#directory.links.of('user', userId, 'group');
    if (linked.size === 0) return false;
    for (const id of this.groupChain(groupId)) if (linked.has(id)) return true;
    return false;
  }

  seesDevice(userId: number, device: DeviceEntity): boolean {
    if (isHiddenDevice(device)) return false;
    const giverId = this.#giverOfGuest(userId);
    if (giverId !== null && !this.seesDevice(giverId, device)) return false;
    if (this.#directory.links.of('user', userId, 'device').has(device.id)) return true;
    return device.groupId !== 0 && this.seesGroup(userId, device.groupId);
  }

  /** Users that see a device. */
  viewersOf(device: DeviceEntity): Set<number> {
    if (isHiddenDevice(device)) return new Set();
    const viewers = new Set(this.#directory.links.ownersOf('device', device.id, 'user'));
    for (const groupId of this.groupChain(device.groupId)) {
      for (const userId of this.#directory.links.ownersOf('group', groupId, 'user')) viewers.add(userId);
    }
    for (const userId of viewers) {
      const giverId = this.#giverOfGuest(userId);
      if (giverId !== null && !viewers.has(giverId)) viewers.delete(userId);
    }
    return viewers;
  }

  /** Not hidden, and nobody sees it. */
  isUnassigned(device: DeviceEntity): boolean {
    return !isHiddenDevice(device) && this.viewersOf(device).size === 0;
  }

  /** Counts the devices that users see, and those that no user sees; without hidden ones. */
  countAssigned(): { readonly assigned: number; readonly unassigned: number } {
    let unassigned = 0;
    for (const device of this.#directory.devices.inOrder()) if (this.isUnassigned(device)) unassigned++;
    return { assigned: this.#directory.devices.size - this.#hidden.size - unassigned, unassigned };
  }

  visibleGroupIds(userId: number): Set<number> {
    const found = new Set<number>();
    const open = [...this.#directory.links.of('user', userId, 'group')];
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      if (found.has(id)) continue;
      found.add(id);
      open.push(...(this.#childGroups.get(id) ?? []));
    }
    const giverId = this.#giverOfGuest(userId);
    return giverId === null ? found : found.intersection(this.visibleGroupIds(giverId));
  }

  visibleDeviceIds(userId: number): Set<number> {
    const found = new Set(this.#directory.links.of('user', userId, 'device'));
    for (const groupId of this.visibleGroupIds(userId)) {
      for (const deviceId of this.#devicesInGroup.get(groupId) ?? []) found.add(deviceId);
    }
    for (const id of this.#hidden) found.delete(id);
    const giverId = this.#giverOfGuest(userId);
    return giverId === null ? found : found.intersection(this.visibleDeviceIds(giverId));
  }

  /** Counts visible devices of users; many in a row cost little, because most users with groups see the same ones. */
  counter(): (userId: number) => number {
    const byGroups = new Map<string, number>();
    return (userId) => {
      const { links } = this.#directory;
      if (links.of('user', userId, 'device').size > 0 || this.#giverOfGuest(userId) !== null)
        return this.visibleDeviceIds(userId).size;
      const groups = [...links.of('user', userId, 'group')].toSorted((a, b) => a - b).join();
      const known = byGroups.get(groups) ?? this.visibleDeviceIds(userId).size;
      byGroups.set(groups, known);
      return known;
    };
  }

  devicesIn(groupId: number): ReadonlySet<number> {
    return this.#devicesInGroup.get(groupId) ?? new Set();
  }
  /** Devices of a group and of all groups below it; no hidden ones. */
  devicesBelow(groupId: number): readonly number[] {
    const seen = new Set<number>();
    const open = [groupId];
    const found: number[] = [];
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      if (seen.has(id)) continue;
      seen.add(id);
      for (const deviceId of this.devicesIn(id)) if (!this.#hidden.has(deviceId)) found.push(deviceId);
      open.push(...(this.#childGroups.get(id) ?? []));
    }
    return found;
  }
  childrenOf(groupId: number): readonly GroupEntity[] {
    return [...(this.#childGroups.get(groupId) ?? [])].flatMap((id) => this.#directory.groups.get(id) ?? []);
  }
}

function add(index: Map<number, Set<number>>, key: number, id: number): void {
  const set = index.get(key);
  if (set) set.add(id);
  else index.set(key, new Set([id]));
}
function drop(index: Map<number, Set<number>>, key: number, id: number): void {
  index.get(key)?.delete(id);
}
