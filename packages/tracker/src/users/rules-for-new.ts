import { decide, isSet, NEW_USERS_ATTRIBUTE } from '@rastro/fleet';
import type { StoredLink } from '@rastro/storage';
import type { Delegation } from '../access/delegation.ts';
import type { Directory, UserEntity } from '../directory/directory.ts';

interface Deps {
  readonly directory: Directory;
  readonly delegation: Delegation;
}

/**
 * Rules that a new account gets: those that its maker, and accounts responsible for the maker, have marked for new
 * users. Users who may not see rules get none.
 */
export function rulesForNew(
  { directory, delegation }: Deps,
  maker: UserEntity,
  made: UserEntity,
): StoredLink[] {
  const isAllowed = decide(delegation.effective(made), 'notifications.view', delegation.context).allowed;
  if (!isAllowed) return [];
  const { links, linked } = directory;
  const found = new Set<number>();
  for (const above of delegation.chainOf(maker)) {
    for (const id of links.of('user', above.id, 'notification')) {
      const rule = linked.notification.get(id);
      if (rule && isSet(rule.attributes, NEW_USERS_ATTRIBUTE)) found.add(id);
    }
  }
  return [...found].map((propertyId) => ({
    ownerKind: 'user',
    ownerId: made.id,
    propertyKind: 'notification',
    propertyId,
  }));
}
