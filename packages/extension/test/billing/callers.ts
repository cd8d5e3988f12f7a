import { PLAIN_USER, type User } from '@rastro/fleet';

/** A caller. */
export const aCaller = (id: number, administrator = false): User => ({
  ...PLAIN_USER,
  id,
  administrator,
  name: '',
  email: '',
  totpKey: null,
  password: null,
});
