import { excessOf, isWeakPassword, RESTRICTIONS } from '@rastro/fleet';
import { appError } from '../errors/app-error.ts';
import type { Directory, UserEntity } from '../directory/directory.ts';

const ROLE_FIELDS = ['administrator', 'deviceLimit', 'userLimit'] as const;
const OWN_FIELDS = [...ROLE_FIELDS, ...RESTRICTIONS, 'temporary', 'login'] as const;
const EMPTY = { administrator: false, deviceLimit: 0, userLimit: 0 } as const;
/** Fields that open an account. */
const KEY_FIELDS = ['email', 'login', 'totpKey'] as const;

type Wanted = Omit<UserEntity, 'passwordHash' | 'id'>;
interface Change {
  /** Stored user; null = the user is being created. */
  readonly before: UserEntity | null;
  readonly after: Wanted;
  readonly isNewPassword: boolean;
  /** Has the actor everything that the account has? */
  readonly isWithin: boolean;
  readonly brand: string;
}

/**
 * Checks whether `actor` may make this change: nobody gives rights they lack, lifts their own bounds, or gets into an
 * account that has more than their own.
 * @source docs/reference/tracking-api.md §3.4, §5.5; `temporary` is guarded too, it must not be shaken off.
 * @throws AppError when not.
 */
export function checkUserChange(actor: UserEntity, change: Change): void {
  if (actor.administrator) return;
  const { before, after, isNewPassword, isWithin, brand } = change;
  if (before?.administrator === true) throw appError.administratorOnly();
  const excess = excessOf(actor, { before, after }, brand);
  if (excess !== null) throw excessError(excess, actor, after);
  if (before === null) return;
  const changed = (field: keyof Wanted): boolean => (before[field] ?? null) !== (after[field] ?? null);
  if (before.id === actor.id) {
    if (OWN_FIELDS.some(changed)) throw appError.administratorOnly();
  } else if (!isWithin && (isNewPassword || KEY_FIELDS.some(changed))) throw appError.administratorOnly();
  if (before.temporary && changed('temporary')) throw appError.administratorOnly();
  const isFixed = before.fixedEmail || (before.id === actor.id && actor.fixedEmail);
  if (isFixed && changed('email')) throw appError.administratorOnly();
}

/** The reason that applies: what is too much, and how much there is to give. */
function excessError(excess: string, actor: UserEntity, after: Wanted) {
  if (excess === 'deviceLimit' || excess === 'userLimit')
    return appError.limitAbove(excess, { wanted: after[excess], own: actor[excess] });
  if (excess === 'expirationTime') return appError.endAbove(actor.expirationTime ?? '');
  return excess === 'administrator' ? appError.administratorOnly() : appError.boundAbove(excess);
}

/**
 * Fields that an edit stores: clients send back what they were shown, and a bound from above does not thereby become
 * the account's own.
 */
export function unboundedAgain<T extends Wanted>(
  fields: T,
  { before, effective }: { readonly before: UserEntity; readonly effective: UserEntity },
  rights: string,
): T {
  const unchanged: Record<string, unknown> = {};
  for (const name of [...RESTRICTIONS, 'expirationTime', 'deviceLimit', 'userLimit'] as const)
    if (fields[name] === effective[name]) unchanged[name] = before[name];
  const isUnchanged = fields.attributes[rights] === effective.attributes[rights];
  if (!isUnchanged || effective.attributes[rights] === before.attributes[rights])
    return { ...fields, ...unchanged };
  const attributes = { ...fields.attributes, [rights]: before.attributes[rights] ?? null };
  return { ...fields, ...unchanged, attributes };
}

/**
 * An installation always has an administrator who can sign in and does not expire: nobody could create another.
 * @param after Null = the user is being deleted.
 * @throws AppError for the last one.
 */
export function requireAdministrator(directory: Directory, before: UserEntity, after: Wanted | null): void {
  if (!isLasting(before) || (after && isLasting(after))) return;
  for (const user of directory.users.inOrder()) if (user.id !== before.id && isLasting(user)) return;
  throw appError.lastAdministrator();
}

const isLasting = (user: Wanted): boolean =>
  user.administrator && !user.disabled && user.expirationTime === null;

/** @throws AppError for what everybody would try first. */
export function requireGoodPassword(password: string, own: Pick<Wanted, 'name' | 'email' | 'login'>): void {
  if (isWeakPassword(password, own)) throw appError.weakPassword();
}

/** Self-registration: plain accounts only. */
export function checkSelfRegistration(after: Wanted): void {
  for (const field of ROLE_FIELDS) if (after[field] !== EMPTY[field]) throw appError.administratorOnly();
  if (RESTRICTIONS.some((field) => after[field]) || after.temporary) throw appError.administratorOnly();
  if (Object.keys(after.attributes).length > 0 || after.expirationTime !== null)
    throw appError.administratorOnly();
}
