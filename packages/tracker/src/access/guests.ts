import { randomToken } from '@rastro/base';
import type { Directory, SharedThing, UserEntity } from '../directory/directory.ts';
import type { Authenticator } from './authenticate.ts';
import type { Credentials } from './credentials.ts';
import type { Delegation } from './delegation.ts';
import { PLAIN_ACCOUNT } from './plain-account.ts';
import type { Visibility } from './visibility.ts';

interface NewShare {
  readonly giver: UserEntity;
  readonly shared: SharedThing;
  readonly name: string;
  /** ISO 8601. */
  readonly end: string;
}

/**
 * A share: an account that nobody signs in to, known by what it was made for and never by its address; read-only,
 * seeing one thing alone, for as long as its giver sees it and may share.
 */
export async function addGuest(directory: Directory, share: NewShare): Promise<UserEntity> {
  const { giver, shared, name, end } = share;
  const guest = await directory.users.create({
    ...GUEST,
    name,
    // Clients want one; mail to it goes nowhere (RFC 2606).
    email: `guest-${randomToken(12).toLowerCase()}@share.invalid`,
    expirationTime: end,
    giverId: giver.id,
    share: shared,
  });
  await directory.links.change(linksOf(guest.id, shared), []);
  return guest;
}

/** Ids of the shared things. */
export const sharedIds = ({ id, also = [] }: Pick<SharedThing, 'id' | 'also'>): readonly number[] => [
  id,
  ...also,
];

const linksOf = (guestId: number, shared: SharedThing) =>
  sharedIds(shared).map((propertyId) => ({
    ownerKind: 'user',
    ownerId: guestId,
    propertyKind: shared.kind,
    propertyId,
  }));

interface Deps {
  readonly directory: Directory;
  readonly credentials: Credentials;
}

/** Ends a share with its links and open browsers. */
export async function removeGuest({ directory, credentials }: Deps, { id }: UserEntity): Promise<void> {
  await credentials.revokeAllOf(id);
  await directory.users.remove(id);
}

export interface GuestDeps extends Deps {
  readonly authenticator: Authenticator;
  readonly delegation: Delegation;
  readonly visibility: Visibility;
}

/** Shares whose time is over, or whose giver has lost what it took to give them, and other temporary accounts. */
export async function removeDeadGuests(deps: GuestDeps): Promise<void> {
  const over = [...deps.directory.users.inOrder()].filter((user) => user.temporary && isOver(deps, user));
  for (const guest of over) await removeGuest(deps, guest);
  for (const guest of deps.directory.users.inOrder()) await dropLost(deps, guest);
}

/** Removes devices that the giver has lost from a share of several; they do not come back with the giver's rights. */
async function dropLost(deps: GuestDeps, guest: UserEntity): Promise<void> {
  const { share } = guest;
  if (share?.also === undefined) return;
  const seen = sharedIds(share).filter((id) => givesDevice(deps, guest, id));
  const [id, ...also] = seen;
  if (id === undefined || seen.length === 1 + share.also.length) return;
  const lost = linksOf(guest.id, share).filter(({ propertyId }) => !seen.includes(propertyId));
  await deps.directory.links.change([], lost);
  await deps.directory.users.update({ ...guest, share: { ...share, id, also } });
}

function isOver(deps: GuestDeps, guest: UserEntity): boolean {
  const { authenticator, delegation, visibility } = deps;
  if (authenticator.isExpired(guest)) return true;
  if (!guest.share) return false;
  const giver = delegation.giverOf(guest);
  if (!giver || !authenticator.isActive(guest)) return true;
  const { kind, id } = guest.share;
  if (kind === 'group') return !visibility.seesGroup(giver.id, id);
  return !sharedIds(guest.share).some((deviceId) => givesDevice(deps, guest, deviceId));
}

function givesDevice({ directory, visibility }: GuestDeps, guest: UserEntity, deviceId: number): boolean {
  const device = directory.devices.get(deviceId);
  return device !== undefined && visibility.seesDevice(guest.giverId ?? 0, device);
}

/**
 * Ends shares as soon as their giver loses the necessary rights: they do not come back with the rights.
 * @param failed Called when one could not be removed; it opens nothing meanwhile.
 * @returns a function that ends the watch.
 */
export function endDeadShares(deps: GuestDeps, failed: (error: unknown) => void): () => void {
  const { directory } = deps;
  let work: Promise<void> | null = null;
  let again = false;
  const removeDead = async (): Promise<void> => {
    do {
      again = false;
      await removeDeadGuests(deps);
    } while (again);
  };
  const wake = (): void => {
    again = true;
    work ??= removeDead()
      .catch(failed)
      .finally(() => {
        work = null;
      });
  };
  const stops = [
    directory.users.watch(({ before, after }) => {
      if (before && !(after ?? before).temporary) wake();
    }),
    directory.links.watch((links) => {
      if (links.some(({ ownerKind }) => ownerKind === 'user')) wake();
    }),
    directory.devices.watch(({ before, after }) => {
      if (before && (before.groupId !== after?.groupId || before.uniqueId !== after.uniqueId)) wake();
    }),
    directory.groups.watch(({ before, after }) => {
      if (before && before.groupId !== after?.groupId) wake();
    }),
    directory.watchServer(wake),
  ];
  return () => {
    for (const stop of stops) stop();
  };
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
