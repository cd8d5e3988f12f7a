import type { Group } from '../entities/group.ts';

/** A group and all groups below it, by id; itself comes first. Circles end where they begin. */
export function groupBranch(
  groups: readonly Pick<Group, 'id' | 'groupId'>[],
  rootId: number,
): readonly number[] {
  const children = Map.groupBy(groups, ({ groupId }) => groupId);
  const branch = new Set([rootId]);
  // A set is walked in the order of adding, also what is added on the way.
  for (const id of branch) for (const child of children.get(id) ?? []) branch.add(child.id);
  return [...branch];
}
