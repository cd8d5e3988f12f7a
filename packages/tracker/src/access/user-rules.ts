import { isWeakPassword } from '@rastro/fleet';
import { refuse } from '../refusals/refusal.ts';
import type { Directory, UserEntity } from '../directory/directory.ts';

const ROLE_FIELDS = ['administrator', 'deviceLimit', 'userLimit'] as const;
const RESTRICTION_FIELDS = [
  'readonly',
  'deviceReadonly',
  'disabled',
  'limitCommands',
  'disableReports',
  'fixedEmail',
  'temporary',
] as const;

type Wanted = Omit<UserEntity, 'passwordHash' | 'id'>;

/**
 * May `actor` turn `before` into `after`?
 * @param before Null = the user is being created.
 * @source reference/tracking-api.md §3.4, §5.5; `temporary` is guarded too, it must not be shaken off.
 * @throws Refusal when not.
 */
export function checkUserChange(actor: UserEntity, before: UserEntity | null, after: Wanted): void {
  if (actor.administrator) return;
  const isSelf = before !== null && before.id === actor.id;
  for (const field of ROLE_FIELDS) {
    if ((before?.[field] ?? EMPTY[field]) !== after[field]) throw refuse.administratorOnly();
  }
  if (isSelf) {
    for (const field of RESTRICTION_FIELDS) {
      if (before[field] !== after[field]) throw refuse.administratorOnly();
    }
    if (before.login !== after.login) throw refuse.administratorOnly();
  }
  if (before?.fixedEmail === true && before.email !== after.email) throw refuse.administratorOnly();
  checkExpiration(actor, before, after);
}

/** Nobody may outlive the account that made or manages them. */
function checkExpiration(actor: UserEntity, before: UserEntity | null, after: Wanted): void {
  if (actor.expirationTime === null || before?.expirationTime === after.expirationTime) return;
  const end = after.expirationTime;
  const unlimited = end === null && before !== null;
  const longer = end !== null && Date.parse(end) > Date.parse(actor.expirationTime);
  if (unlimited || longer) throw refuse.administratorOnly();
}

/**
 * An installation keeps an administrator who can sign in and does not expire: nobody could make another one.
 * @param after Null = he is deleted.
 * @throws Refusal when he is the last one.
 */
export function requireAdministrator(directory: Directory, before: UserEntity, after: Wanted | null): void {
  if (!isLasting(before) || (after && isLasting(after))) return;
  for (const user of directory.users.inOrder()) if (user.id !== before.id && isLasting(user)) return;
  throw refuse.lastAdministrator();
}

const isLasting = (user: Wanted): boolean =>
  user.administrator && !user.disabled && user.expirationTime === null;

/** @throws Refusal for what everybody would try first. */
export function requireGoodPassword(password: string, own: Pick<Wanted, 'name' | 'email' | 'login'>): void {
  if (isWeakPassword(password, own)) throw refuse.weakPassword();
}

const EMPTY = { administrator: false, deviceLimit: 0, userLimit: 0 } as const;

/** Self-registration: plain accounts only. */
export function checkSelfRegistration(after: Wanted): void {
  for (const field of ROLE_FIELDS) if (after[field] !== EMPTY[field]) throw refuse.administratorOnly();
  for (const field of RESTRICTION_FIELDS) if (after[field]) throw refuse.administratorOnly();
  if (Object.keys(after.attributes).length > 0 || after.expirationTime !== null)
    throw refuse.administratorOnly();
}
