import { channelsIn, isSet } from '@rastro/fleet';
import { appError } from '../errors/app-error.ts';
import type { Directory } from '../directory/directory.ts';
import type { Authenticator } from './authenticate.ts';
import type { Caller } from './caller.ts';
import type { Delegation } from './delegation.ts';
import type { Restrictions } from './restrictions.ts';
import type { Visibility } from './visibility.ts';

interface Deps {
  readonly directory: Directory;
  readonly restrictions: Restrictions;
}

/**
 * Users who let a geofence or a rule act on vehicles must be able to do so themselves: also by the link that connects
 * the two, no matter who drew the fence or wrote the rule. @throws AppError
 */
export function requireCarriedRights(
  { directory, restrictions }: Deps,
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

/** Whether a user may send a saved command now. Users limited to assigned commands must still have it. */
export function maySendSaved(
  deps: Deps & { readonly authenticator: Authenticator; readonly delegation: Delegation },
  userId: number,
  commandId: number,
): boolean {
  const { directory, restrictions, authenticator, delegation } = deps;
  const user = directory.users.get(userId);
  const command = directory.linked.command.get(commandId);
  if (!user || !command || !authenticator.isActive(user)) return false;
  const now = delegation.effective(user);
  const isLimited = !now.administrator && (now.limitCommands || directory.server.limitCommands);
  if (isLimited && !directory.links.of('user', userId, 'command').has(commandId)) return false;
  return restrictions.maySend(now, command.type);
}

/** A saved command goes to the vehicles it was made for: linked to the device, or to a group above it. */
export function requireLinkedCommand(
  { directory, visibility }: Deps & { readonly visibility: Visibility },
  caller: Caller,
  { commandId, deviceId }: { readonly commandId: number; readonly deviceId: number },
): void {
  const { links, devices } = directory;
  if (caller.user.administrator || links.of('device', deviceId, 'command').has(commandId)) return;
  for (const groupId of visibility.groupChain(devices.get(deviceId)?.groupId ?? 0))
    if (links.of('group', groupId, 'command').has(commandId)) return;
  throw appError.noAccess('Command');
}

/**
 * Checks the rights to all that acts by a group and the groups above it: it applies to what moves in. @throws AppError
 */
export function requireRightsOfGroup(
  deps: Deps & { readonly visibility: Visibility },
  caller: Caller,
  move: { readonly from: number; readonly to: number },
): void {
  if (move.to === 0 || move.to === move.from) return;
  const already = new Set(deps.visibility.groupChain(move.from));
  for (const groupId of deps.visibility.groupChain(move.to)) {
    if (already.has(groupId)) continue;
    for (const kind of ['geofence', 'notification'] as const)
      for (const id of deps.directory.links.of('group', groupId, kind))
        requireCarriedRights(deps, caller, { kind, id });
  }
}
