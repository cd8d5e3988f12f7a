import { PLAIN_USER } from '@rastro/fleet';
import type { UserEntity } from '../directory/directory.ts';

/** Stored form of a plain user: nobody knows the password, because there is none. */
export const PLAIN_ACCOUNT = {
  ...PLAIN_USER,
  passwordHash: null,
  totpKey: null,
} as const satisfies Omit<UserEntity, 'id' | 'name' | 'email'>;
