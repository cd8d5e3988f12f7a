import type { Device } from '../entities/device.ts';
import type { Group } from '../entities/group.ts';
import { groupBranch } from '../filters/group-branch.ts';
import type { LayoutContent } from '../layouts/layout.ts';

/** Vehicles that an overview is about: those chosen, and those of the chosen groups and below; null = all. */
export function membersOf(
  { deviceIds, groupIds }: Pick<LayoutContent, 'deviceIds' | 'groupIds'>,
  vehicles: readonly Pick<Device, 'id' | 'groupId'>[],
  groups: readonly Group[],
): ReadonlySet<number> | null {
  if (deviceIds.length + groupIds.length === 0) return null;
  const wanted = new Set(groupIds.flatMap((id) => [...groupBranch(groups, id)]));
  const found = vehicles.filter(({ id, groupId }) => deviceIds.includes(id) || wanted.has(groupId));
  return new Set(found.map(({ id }) => id));
}
