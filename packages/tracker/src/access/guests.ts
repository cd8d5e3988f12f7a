import type { Directory, UserEntity } from '../directory/directory.ts';
import type { Authenticator } from './authenticate.ts';
import type { Credentials } from './credentials.ts';
import { PLAIN_ACCOUNT } from './plain-account.ts';

/** What a guest is linked to, and for whom he stands. */
export interface Shared {
  readonly kind: 'device' | 'group';
  readonly id: number;
  readonly name: string;
  /** Tells the guests of one person apart: unique id of the device, or `group:<id>`. */
  readonly key: string;
}

/**
 * The temporary account of a share: one per person and shared thing, read-only, seeing that thing alone. Asked for
 * again it is the same account, which then lasts until the later end.
 * @param end Milliseconds since 1970.
 */
export async function guestOf(
  directory: Directory,
  owner: UserEntity,
  shared: Shared,
  end: number,
): Promise<UserEntity> {
  const email = `${owner.email}:${shared.key}`;
  const known = directory.users.byKey(email.toLowerCase());
  const until = Math.max(end, Date.parse(known?.expirationTime ?? '') || 0);
  const expirationTime = new Date(until).toISOString().replace('Z', '+00:00');
  const guest = known
    ? await directory.users.update({ ...known, expirationTime })
    : await directory.users.create({ ...GUEST, name: shared.name, email, expirationTime });
  const link = { ownerKind: 'user', ownerId: guest.id, propertyKind: shared.kind, propertyId: shared.id };
  await directory.links.change([link], []);
  return guest;
}

/** Guests whose time is over, and what they were linked to, are forgotten. */
export async function removeExpiredGuests(
  directory: Directory,
  credentials: Credentials,
  authenticator: Authenticator,
): Promise<void> {
  const over = [...directory.users.inOrder()].filter(
    (user) => user.temporary && authenticator.isExpired(user),
  );
  for (const { id } of over) {
    await credentials.revokeAllOf(id);
    await directory.users.remove(id);
  }
}

const GUEST = {
  ...PLAIN_ACCOUNT,
  attributes: { isShared: true },
  readonly: true,
  deviceReadonly: true,
  limitCommands: true,
  disableReports: true,
  fixedEmail: true,
  temporary: true,
};
