import type { User } from '@rastro/fleet';

/** State of an account: whether its user may sign in. */
export function accountState(
  { disabled, expirationTime }: Pick<User, 'disabled' | 'expirationTime'>,
  now: number,
): 'active' | 'disabled' | 'expired' {
  if (disabled) return 'disabled';
  return expirationTime !== null && Date.parse(expirationTime) <= now ? 'expired' : 'active';
}
