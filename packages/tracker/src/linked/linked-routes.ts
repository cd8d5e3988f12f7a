import type { FastifyReply } from 'fastify';
import { LINKED_KIND_NAMES, linkedKind, type LinkedKind, type LinkedKindOf } from '@rastro/fleet';
import type { LinkedListQuery } from '@rastro/fleet/api';
import type { Caller } from '../access/caller.ts';
import type { Restrictions } from '../access/restrictions.ts';
import type { Directory } from '../directory/directory.ts';
import type { Entity, EntityTable } from '../directory/entity-table.ts';
import { preferencesOf } from '../directory/reader.ts';
import { appError } from '../errors/app-error.ts';
import type { Handlers } from '../http/bind.ts';
import { conflictAs } from '../http/conflict.ts';
import { sendArray } from '../http/json-stream.ts';
import { listed } from '../http/list.ts';
import { LINKED_AREAS, type LinkedArea } from './linked-areas.ts';
import { removeLinked } from './remove-linked.ts';

interface Deps {
  readonly directory: Directory;
  readonly restrictions: Restrictions;
}
type PathOf<K extends LinkedKind> = LinkedKindOf<K>['path'];
type KeysOf<K extends LinkedKind> =
  | `${'GET' | 'POST'} /${PathOf<K>}`
  | `${'GET' | 'PUT' | 'DELETE'} /${PathOf<K>}/:id`;

/** A call about an entity whose kind is not known to the compiler. */
interface Call {
  readonly caller: Caller;
  readonly params: { readonly id: number };
  readonly query: LinkedListQuery;
  readonly body: Entity;
}
type Handler = (call: Call, reply: FastifyReply) => unknown;

/** Lists, reads and writes of all linked kinds. @source docs/reference/tracking-api.md §3.1 */
export function linkedRoutes(deps: Deps): Handlers<KeysOf<LinkedKind>> {
  const all = LINKED_KIND_NAMES.map((kind) => areaRoutes(deps, kind));
  // The keys are those of the registry, and the bodies were read by its schemas.
  return Object.fromEntries(all.flatMap(Object.entries)) as unknown as Handlers<KeysOf<LinkedKind>>;
}

function areaRoutes(deps: Deps, kind: LinkedKind): Readonly<Record<string, Handler>> {
  const { directory, restrictions } = deps;
  const { path, keywordFields } = linkedKind(kind);
  const table = directory.linked[kind] as unknown as EntityTable<Entity>;
  const area = (LINKED_AREAS[kind] ?? {}) as unknown as LinkedArea<Entity>;
  const view = area.serialize ?? ((entity: Entity) => entity);
  const unique = 'unique identifier';
  const stored = (caller: Caller, sent: Entity): Entity =>
    area.stored?.(sent, preferencesOf(directory, caller.user).zone) ?? sent;
  const requireWrite = (caller: Caller, action: 'create' | 'edit' | 'delete'): void => {
    restrictions.requireWrite(caller);
    area.checkWrite?.(restrictions, caller, action);
  };
  const requireSound = (caller: Caller, before: Entity | null, after: Entity): void => {
    const problem = area.problemOf?.(after, { before, brand: directory.brand }) ?? null;
    if (problem !== null) throw appError.badInput(problem);
    area.checkReferences?.(restrictions, caller, { before, after });
  };

  return {
    [`GET /${path}`]: ({ caller, query }, reply) => {
      const ids = visibleIds(deps, caller, kind, query);
      const visible = Iterator.from(table.inOrder()).filter(({ id }) => ids === null || ids.has(id));
      return sendArray(reply, listed(visible, query, keywordFields as readonly never[]), view);
    },
    [`GET /${path}/:id`]: ({ caller, params }) => view(restrictions.linked(caller, kind, params.id)),
    [`POST /${path}`]: async ({ caller, body }) => {
      requireWrite(caller, 'create');
      requireSound(caller, null, body);
      const entity = await conflictAs(unique, () => table.create(stored(caller, body)));
      const owner = { ownerKind: 'user', ownerId: caller.user.id, propertyKind: kind };
      await directory.links.change([{ ...owner, propertyId: entity.id }], []);
      return view(entity);
    },
    [`PUT /${path}/:id`]: async ({ caller, body }) => {
      const before = restrictions.linked(caller, kind, body.id);
      requireWrite(caller, 'edit');
      requireSound(caller, before, body);
      const unlinked = area.problemOfLinks?.({ before, after: body }, directory) ?? null;
      if (unlinked !== null) throw unlinked;
      return view(await conflictAs(unique, () => table.update(stored(caller, body))));
    },
    [`DELETE /${path}/:id`]: async ({ caller, params }) => {
      const { id } = restrictions.linked(caller, kind, params.id);
      requireWrite(caller, 'delete');
      await removeLinked(directory, kind, id);
    },
  };
}

/**
 * Ids in a list: direct links (and anchors), all filters combined. Null = everything.
 * @source docs/reference/tracking-api.md §1.7
 */
function visibleIds(
  { directory, restrictions }: Deps,
  caller: Caller,
  kind: LinkedKind,
  { userId: ofUser, all, groupId = null, deviceId = null }: LinkedListQuery,
): ReadonlySet<number> | null {
  if (ofUser !== null) restrictions.user(caller, ofUser);
  const everything = all && caller.user.administrator && ofUser === null;
  let ids = everything ? null : directory.links.of('user', ofUser ?? caller.user.id, kind);
  // Users who see a vehicle also see that it is anchored.
  if (ids !== null && kind === 'geofence' && ofUser === null) ids = ids.union(restrictions.anchorIds(caller));
  const narrow = (linked: ReadonlySet<number>): void => {
    ids = ids === null ? linked : ids.intersection(linked);
  };
  if (groupId !== null) narrow(directory.links.of('group', restrictions.group(caller, groupId).id, kind));
  if (deviceId !== null) narrow(directory.links.of('device', restrictions.device(caller, deviceId).id, kind));
  return ids;
}
