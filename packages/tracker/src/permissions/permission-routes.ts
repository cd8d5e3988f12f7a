import { isLinkedKind, isOwnerKind, propertiesOf } from '@rastro/fleet';
import type { StoredLink } from '@rastro/storage';
import type { Caller } from '../access/caller.ts';
import { requireCarriedRights } from '../access/lock-rights.ts';
import type { Restrictions } from '../access/restrictions.ts';
import type { Directory } from '../directory/directory.ts';
import type { Entity } from '../directory/entity-table.ts';
import { AppError, appError } from '../errors/app-error.ts';
import { handlers } from '../http/bind.ts';

interface Deps {
  readonly directory: Directory;
  readonly restrictions: Restrictions;
}
const MAX_BULK = 10_000;

/** @source docs/reference/tracking-api.md §3.8 */
export function permissionRoutes({ directory, restrictions }: Deps) {
  const change = async (caller: Caller, bodies: readonly unknown[], linking: boolean): Promise<void> => {
    restrictions.requireWrite(caller);
    const links = bodies.map((body) => readPair(body));
    for (const link of links) {
      requireBothEnds(restrictions, caller, link);
      if (linking && link.ownerKind !== 'user')
        requireCarriedRights({ directory, restrictions }, caller, {
          kind: link.propertyKind,
          id: link.propertyId,
        });
    }
    await (linking ? directory.links.change(links, []) : directory.links.change([], links));
    if (!linking && caller.user.administrator) await freeAccounts(directory, links);
  };

  return handlers({
    'POST /permissions': ({ caller, body }) => change(caller, [body], true),
    'DELETE /permissions': ({ caller, body }) => change(caller, [body], false),
    'POST /permissions/bulk': ({ caller, body }) => change(caller, manyPairs(body), true),
    'DELETE /permissions/bulk': ({ caller, body }) => change(caller, manyPairs(body), false),

    'GET /permissions': ({ caller, query }) => {
      const wanted = readPair(query, true);
      // Users who are not administrators see the pairs of which they see both ends.
      const isSeen = (link: StoredLink): boolean =>
        caller.user.administrator || seesBothEnds(restrictions, caller, link);
      return linksLike(directory, wanted)
        .filter(isSeen)
        .map(({ ownerKind, ownerId, propertyKind, propertyId }) => ({
          [`${ownerKind}Id`]: ownerId,
          [`${propertyKind}Id`]: propertyId,
        }));
    },
  });
}

/** Taking an account from the manager who made it makes the installation alone responsible for it. */
async function freeAccounts({ users }: Directory, links: readonly StoredLink[]): Promise<void> {
  for (const { ownerId, propertyKind, propertyId } of links) {
    const user = propertyKind === 'managedUser' ? users.get(propertyId) : undefined;
    if (!user || user.share || user.giverId !== ownerId) continue;
    const { giverId: _former, ...free } = user;
    await users.update(free);
  }
}

/** Pairs of the same two members. @throws AppError */
function manyPairs(body: unknown): readonly unknown[] {
  if (!Array.isArray(body) || body.length > MAX_BULK) throw appError.badPermission();
  const keys = new Set(body.map((pair) => Object.keys(Object(pair)).join()));
  if (keys.size > 1) throw appError.badPermission();
  return body;
}

/** Links between two kinds; an id of 0 stands for any. */
function linksLike(directory: Directory, wanted: StoredLink): readonly StoredLink[] {
  const { ownerKind, ownerId, propertyKind, propertyId } = wanted;
  const { links } = directory;
  if (ownerId !== 0 && propertyId !== 0) return links.has(wanted) ? [wanted] : [];
  if (ownerId === 0 && propertyId !== 0) {
    return Array.from(links.ownersOf(propertyKind, propertyId, ownerKind), (id) => ({
      ...wanted,
      ownerId: id,
    }));
  }
  const owners = ownerId === 0 ? ownersOf(directory, ownerKind) : [ownerId];
  return owners.flatMap((owner) =>
    Array.from(links.of(ownerKind, owner, propertyKind), (id) => ({
      ...wanted,
      ownerId: owner,
      propertyId: id,
    })),
  );
}

function ownersOf(directory: Directory, kind: string): readonly number[] {
  const { users, groups, devices } = directory;
  const owners: Iterable<Entity> =
    kind === 'user' ? users.inOrder() : kind === 'group' ? groups.inOrder() : devices.inOrder();
  return Array.from(owners, ({ id }) => id);
}

function seesBothEnds(restrictions: Restrictions, caller: Caller, link: StoredLink): boolean {
  try {
    requireBothEnds(restrictions, caller, link);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

function requireBothEnds(restrictions: Restrictions, caller: Caller, link: StoredLink): void {
  const { ownerKind, ownerId, propertyKind, propertyId } = link;
  if (ownerKind === 'user') restrictions.user(caller, ownerId);
  else if (ownerKind === 'group') restrictions.group(caller, ownerId);
  else restrictions.device(caller, ownerId);

  if (isLinkedKind(propertyKind)) restrictions.linked(caller, propertyKind, propertyId);
  else if (propertyKind === 'group') restrictions.group(caller, propertyId);
  else if (propertyKind === 'managedUser') requireManagedUser(restrictions, caller, link);
  else restrictions.device(caller, propertyId);
}

/** Nobody becomes the manager of an administrator or of themselves. */
function requireManagedUser(
  restrictions: Restrictions,
  caller: Caller,
  { ownerId, propertyId }: StoredLink,
): void {
  const managed = restrictions.user(caller, propertyId);
  if (ownerId === propertyId) throw appError.badPermission();
  if (managed.administrator && !caller.user.administrator) throw appError.administratorOnly();
}

/** Two members; their order says which owns the other. @source docs/reference/tracking-api.md §2.17 @throws AppError */
function readPair(body: unknown, anyId = false): StoredLink {
  const entries = body !== null && typeof body === 'object' ? Object.entries(body) : [];
  const [owner, property] = entries;
  if (!owner || !property || entries.length !== 2) throw appError.badPermission();
  const ownerKind = owner[0].replace(/Id$/i, '').toLowerCase();
  const wanted = property[0].replace(/Id$/i, '').toLowerCase();
  const propertyKind = isOwnerKind(ownerKind)
    ? propertiesOf(ownerKind).find((kind) => kind.toLowerCase() === wanted)
    : undefined;
  const ids = [owner[1], property[1]].map(idOf);
  const [ownerId = 0, propertyId = 0] = ids;
  const valid = ids.every((id) => Number.isSafeInteger(id) && id >= (anyId ? 0 : 1));
  if (propertyKind === undefined || !valid) throw appError.badPermission();
  return { ownerKind, ownerId, propertyKind, propertyId };
}

/** A number, also as text; Number() alone would read true and [5] too. */
function idOf(value: unknown): number {
  if (typeof value === 'string' && /^\d{1,15}$/.test(value)) return Number(value);
  return typeof value === 'number' ? value : Number.NaN;
}
