import type { User } from '@rastro/fleet';

export const ROLES = ['administrator', 'manager', 'user', 'deviceReadonly', 'readonly'] as const;
export type Role = (typeof ROLES)[number];
export type AccountState = 'active' | 'disabled' | 'expired';

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
