import type { User, UserStanding } from '@rastro/fleet';

export const ROLES = ['administrator', 'manager', 'user', 'deviceReadonly', 'readonly'] as const;
export type Role = (typeof ROLES)[number];
export type AccountState = 'active' | 'disabled' | 'expired' | 'invited';

/** What the flags of an account amount to; the strongest counts. */
export function roleOf({ administrator, userLimit, readonly, deviceReadonly }: User): Role {
  if (administrator) return 'administrator';
  if (readonly) return 'readonly';
  if (userLimit !== 0) return 'manager';
  return deviceReadonly ? 'deviceReadonly' : 'user';
}

export function stateOf({ disabled, expirationTime }: User, now: number): AccountState {
  if (disabled) return 'disabled';
  return expirationTime !== null && Date.parse(expirationTime) <= now ? 'expired' : 'active';
}

/** The same, with what the server says beside it: who could come in and has not chosen a password yet is invited. */
export function standingStateOf(user: User, standing: UserStanding | undefined, now: number): AccountState {
  const state = stateOf(user, now);
  return state === 'active' && standing?.invited === true ? 'invited' : state;
}
