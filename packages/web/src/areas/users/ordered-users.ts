import type { User, UserStatus } from '@rastro/fleet';
import type { CustomerDebt } from '@rastro/fleet/billing';
import { ROLES, roleOf, userStateOf } from './user-state.ts';

export const USER_SORTS = ['name', 'role', 'state', 'devices', 'seen', 'owing', 'newest'] as const;
export type UserSort = (typeof USER_SORTS)[number];

export interface UserOrder {
  readonly sort: UserSort;
  readonly isDown: boolean;
  readonly statuses: ReadonlyMap<number, UserStatus>;
  readonly debts: ReadonlyMap<number, CustomerDebt>;
  readonly now: number;
}
const STATES = ['active', 'invited', 'expired', 'disabled'] as const;

/**
 * Most first, newest first, and of those alike by name, as they come. What is unknown stands at the end of either
 * order.
 * @param users By name.
 */
export function orderedUsers(
  users: readonly User[],
  { sort, isDown, statuses, debts, now }: UserOrder,
): readonly User[] {
  if (sort === 'name') return isDown ? users.toReversed() : users;
  const rankOf = (user: User): number | null => {
    if (sort === 'newest') return -user.id;
    if (sort === 'owing') return -(debts.get(user.id)?.value ?? 0);
    if (sort === 'role') return ROLES.indexOf(roleOf(user));
    if (sort === 'state') return STATES.indexOf(userStateOf(user, statuses.get(user.id), now));
    const known = statuses.get(user.id);
    if (sort === 'devices') return known === undefined ? null : -known.devices;
    return known === undefined || known.lastSeen === null ? null : -Date.parse(known.lastSeen);
  };
  const ranked = users.map((user) => ({ user, rank: rankOf(user) }));
  const sign = isDown ? -1 : 1;
  return ranked
    .toSorted((a, b) => {
      if (a.rank === null || b.rank === null) return Number(a.rank === null) - Number(b.rank === null);
      return sign * (a.rank - b.rank);
    })
    .map(({ user }) => user);
}
