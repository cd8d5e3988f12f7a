import type { User, UserStatus } from '@rastro/fleet';
import { accountState } from '../../kernel/accounts/account-state.ts';

export const ROLES = ['administrator', 'manager', 'user', 'deviceReadonly', 'readonly'] as const;
export type Role = (typeof ROLES)[number];
type AccountState = ReturnType<typeof accountState> | 'invited';

/** Role that the flags of an account add up to; the strongest counts. */
export function roleOf({ administrator, userLimit, readonly, deviceReadonly }: User): Role {
  if (administrator) return 'administrator';
  if (readonly) return 'readonly';
  if (userLimit !== 0) return 'manager';
  return deviceReadonly ? 'deviceReadonly' : 'user';
}

/** State of an account, with the server's status: an active user who has not chosen a password yet is invited. */
export function userStateOf(user: User, status: UserStatus | undefined, now: number): AccountState {
  const state = accountState(user, now);
  return state === 'active' && status?.invited === true ? 'invited' : state;
}
