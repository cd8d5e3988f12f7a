import { channelsIn, isSet } from '@rastro/fleet';
import type { Directory } from '../directory/directory.ts';
import type { Caller } from './caller.ts';
import type { Restrictions } from './restrictions.ts';
import type { Visibility } from './visibility.ts';

interface Room {
  readonly directory: Directory;
  readonly restrictions: Restrictions;
}

/**
 * Whoever lets a geofence or a rule act on vehicles must be able to do so himself: also by the link that brings
 * the two together, whoever has drawn the fence or written the rule. @throws Refusal
 */
export function requireCarriedRights(
  { directory, restrictions }: Room,
  caller: Caller,
  linked: { readonly kind: string; readonly id: number },
): void {
  if (linked.kind === 'geofence') {
    const fence = directory.linked.geofence.get(linked.id);
    const locks = fence && (isSet(fence.attributes, 'lockOnEnter') || isSet(fence.attributes, 'lockOnExit'));
    if (locks) restrictions.requireLock(caller);
  }
  if (linked.kind === 'notification') {
    const rule = directory.linked.notification.get(linked.id);
    const command = rule && directory.linked.command.get(rule.commandId);
    if (command && channelsIn(rule.notificators).includes('command'))
      restrictions.requireCommand(caller, command.type);
  }
}

/** What moves into a group takes over all that acts by the group and the groups above it. @throws Refusal */
export function requireRightsOfGroup(
  room: Room & { readonly visibility: Visibility },
  caller: Caller,
  move: { readonly from: number; readonly to: number },
): void {
  if (move.to === 0 || move.to === move.from) return;
  const already = new Set(room.visibility.groupChain(move.from));
  for (const groupId of room.visibility.groupChain(move.to)) {
    if (already.has(groupId)) continue;
    for (const kind of ['geofence', 'notification'] as const)
      for (const id of room.directory.links.of('group', groupId, kind))
        requireCarriedRights(room, caller, { kind, id });
  }
}
