import type { User } from '@rastro/fleet';

/** May somebody come in, as his account says? */
export function accountState(
  { disabled, expirationTime }: Pick<User, 'disabled' | 'expirationTime'>,
  now: number,
): 'active' | 'disabled' | 'expired' {
  if (disabled) return 'disabled';
  return expirationTime !== null && Date.parse(expirationTime) <= now ? 'expired' : 'active';
}
