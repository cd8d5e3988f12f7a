import type { FastifyInstance } from 'fastify';
import type { StoredLink } from '@rastro/storage';
import type { Caller } from '../access/caller.ts';
import type { Entity } from '../directory/entity-table.ts';
import type { Directory } from '../directory/directory.ts';
import type { LinkedKind } from '../directory/linked-tables.ts';
import { ApiError, refuse } from '../http/api-error.ts';
import { callerOf } from '../http/caller-of.ts';
import type { ApiContext } from '../api/context.ts';

/** Owner → properties that may be linked. @source reference/tracking-api.md §2.17 */
const OF_DEVICES = [
  'geofence',
  'notification',
  'attribute',
  'driver',
  'command',
  'maintenance',
  'order',
  'report',
] as const;
const PAIRS: Readonly<Record<string, readonly string[]>> = {
  user: ['device', 'group', 'calendar', 'managedUser', ...OF_DEVICES],
  group: OF_DEVICES,
  device: [...OF_DEVICES, 'linkedDevice'],
};
const MAX_BULK = 10_000;

/** @source reference/tracking-api.md §3.8 */
export function permissionRoutes(app: FastifyInstance, context: ApiContext): void {
  const { directory } = context;

  const change = async (caller: Caller, bodies: readonly unknown[], linking: boolean): Promise<void> => {
    context.restrictions.requireWrite(caller);
    const links = bodies.map((body) => readPair(body));
    for (const link of links) requireBothEnds(context, caller, link);
    await (linking ? directory.links.change(links, []) : directory.links.change([], links));
  };
  const many = (body: unknown): readonly unknown[] => {
    if (!Array.isArray(body) || body.length > MAX_BULK) throw refuse.badPermission();
    const keys = new Set(body.map((pair) => Object.keys(Object(pair)).join()));
    if (keys.size > 1) throw refuse.badPermission();
    return body;
  };

  app.post('/permissions', async (request, reply) => {
    await change(callerOf(request), [request.body], true);
    return reply.code(204).send();
  });
  app.delete('/permissions', async (request, reply) => {
    await change(callerOf(request), [request.body], false);
    return reply.code(204).send();
  });
  app.post('/permissions/bulk', async (request, reply) => {
    await change(callerOf(request), many(request.body), true);
    return reply.code(204).send();
  });
  app.delete('/permissions/bulk', async (request, reply) => {
    await change(callerOf(request), many(request.body), false);
    return reply.code(204).send();
  });

  app.get('/permissions', (request) => {
    const caller = callerOf(request);
    const wanted = readPair(
      Object.fromEntries(Object.entries(request.query as Record<string, string>)),
      true,
    );
    // Who is no administrator sees the pairs of which he sees both ends.
    const isSeen = (link: StoredLink): boolean =>
      caller.user.administrator || seesBothEnds(context, caller, link);
    return linksLike(directory, wanted)
      .filter(isSeen)
      .map(({ ownerKind, ownerId, propertyKind, propertyId }) => ({
        [`${ownerKind}Id`]: ownerId,
        [`${propertyKind}Id`]: propertyId,
      }));
  });
}

/** Two members; their order says who owns what. */
function readPair(body: unknown, anyId = false): StoredLink {
  const entries = body !== null && typeof body === 'object' ? Object.entries(body) : [];
  const [owner, property] = entries;
  if (!owner || !property || entries.length !== 2) throw refuse.badPermission();
  const ownerKind = owner[0].replace(/Id$/i, '').toLowerCase();
  const propertyKind = (PAIRS[ownerKind] ?? []).find(
    (kind) => kind.toLowerCase() === property[0].replace(/Id$/i, '').toLowerCase(),
  );
  // Numbers, also as text; Number() alone would read true and [5] too.
  const ids = [owner[1], property[1]].map(idOf);
  const [ownerId = 0, propertyId = 0] = ids;
  const valid = ids.every((id) => Number.isSafeInteger(id) && id >= (anyId ? 0 : 1));
  if (propertyKind === undefined || !valid) throw refuse.badPermission();
  return { ownerKind, ownerId, propertyKind, propertyId };
}

/** A number, also as text; Number() alone would read true and [5] too. */
function idOf(value: unknown): number {
  if (typeof value === 'string' && /^\d{1,15}$/.test(value)) return Number(value);
  return typeof value === 'number' ? value : Number.NaN;
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

function seesBothEnds(context: ApiContext, caller: Caller, link: StoredLink): boolean {
  try {
    requireBothEnds(context, caller, link);
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

function requireBothEnds({ restrictions }: ApiContext, caller: Caller, link: StoredLink): void {
  const { ownerKind, ownerId, propertyKind, propertyId } = link;
  if (ownerKind === 'user') restrictions.user(caller, ownerId);
  else if (ownerKind === 'group') restrictions.group(caller, ownerId);
  else restrictions.device(caller, ownerId);

  if (propertyKind === 'device' || propertyKind === 'linkedDevice') restrictions.device(caller, propertyId);
  else if (propertyKind === 'group') restrictions.group(caller, propertyId);
  else if (propertyKind === 'managedUser') requireManagedUser(restrictions, caller, link);
  else restrictions.linked(caller, propertyKind as LinkedKind, propertyId);
}

/** Nobody becomes the manager of an administrator or of himself. */
function requireManagedUser(
  restrictions: ApiContext['restrictions'],
  caller: Caller,
  { ownerId, propertyId }: StoredLink,
): void {
  const managed = restrictions.user(caller, propertyId);
  if (ownerId === propertyId) throw refuse.badPermission();
  if (managed.administrator && !caller.user.administrator) throw refuse.administratorOnly();
}
