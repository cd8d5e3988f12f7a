import { apiDate, type Share } from '@rastro/fleet';
import type { StoredCredential } from '@rastro/storage';
import { sharedIds } from '../access/guests.ts';
import type { SharedThing, UserEntity } from '../directory/directory.ts';
import { appError } from '../errors/app-error.ts';

/**
 * A share as its giver sees it; null = the account is no guest.
 * @param held Its links, and the browsers that were opened with them.
 */
export function serializeShare(guest: UserEntity, held: readonly StoredCredential[]): Share | null {
  const { id, name, giverId = 0, share, expirationTime } = guest;
  if (!share) return null;
  const { kind, id: sharedId, createdTime, label = null, history = false, destination = null } = share;
  const isDevice = kind === 'device';
  return {
    id,
    name,
    userId: giverId,
    deviceId: isDevice ? sharedId : 0,
    deviceIds: isDevice ? sharedIds(share) : [],
    groupId: isDevice ? 0 : sharedId,
    expiration: expirationTime,
    createdTime,
    label,
    history,
    destination,
    lastUsedTime: lastUse(held),
    madeById: share.madeBy?.id ?? 0,
    madeByName: share.madeBy?.name ?? null,
  };
}

function lastUse(held: readonly StoredCredential[]): string | null {
  const uses = held.map(
    ({ purpose, usedAt, createdAt }) => usedAt ?? (purpose === 'session' ? createdAt : 0),
  );
  const last = Math.max(0, ...uses);
  return last === 0 ? null : apiDate(last);
}

interface ShareFields {
  readonly label?: string | null | undefined;
  readonly destination?: SharedThing['destination'] | null | undefined;
}

/** Replaces the description of a share; null removes it. */
export function sharedAfter(
  share: SharedThing | undefined,
  { label, destination }: ShareFields,
): SharedThing {
  if (!share) throw appError.noAccess('Share');
  const { label: oldLabel = null, destination: oldDestination = null, ...rest } = share;
  const newLabel = label === undefined ? oldLabel : label;
  const newDestination = destination === undefined ? oldDestination : destination;
  return {
    ...rest,
    ...(newLabel !== null && { label: newLabel }),
    ...(newDestination !== null && { destination: newDestination }),
  };
}
