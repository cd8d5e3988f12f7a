import {
  LINKED_KIND_NAMES,
  linkedKind,
  type LinkedKind,
  type LinkedKindOf,
} from '../../links/linked-kinds.ts';
import { linkedBody, type LinkedBody } from '../../schemas/linked-bodies.ts';
import { crud, NONE_FOR_GUESTS, type Crud } from '../crud.ts';
import { narrowedList, simpleList, type NarrowedList, type SimpleList } from '../lists.ts';
import type { AccessRule, RouteTable } from '../route.ts';
import type { z } from 'zod';

/** Filters of a list of linked objects. */
export type LinkedListQuery = SimpleList & Partial<Pick<NarrowedList, 'deviceId' | 'groupId'>>;

type RoutesOf<K extends LinkedKind> = Crud<
  LinkedKindOf<K>['path'],
  LinkedBody<K>,
  z.ZodType<LinkedListQuery, z.input<typeof narrowedList>>,
  LinkedBody<K>
>;
type Together<T> = (T extends unknown ? (all: T) => void : never) extends (all: infer All) => void
  ? All
  : never;
/** Of all kinds. */
export type LinkedRoutes = Together<{ [K in LinkedKind]: RoutesOf<K> }[LinkedKind]>;

/** The anchor toggle needs no right about geofences, and gives none. */
const anchorToggle: readonly AccessRule[] = [{ access: 'anchor.toggle', anchor: true }];
const ANCHORS = {
  list: [...NONE_FOR_GUESTS, { access: 'anchor.view', query: 'anchors', anchors: true }],
  create: anchorToggle,
  delete: anchorToggle,
} satisfies Record<string, readonly AccessRule[]>;

function routesOf(kind: LinkedKind): RouteTable {
  const { path, area, label, name, rights, byDevice } = linkedKind(kind);
  return crud()(path, {
    area,
    entity: label,
    name,
    kind,
    rights,
    body: linkedBody(kind),
    list: byDevice ? narrowedList : simpleList,
    first: kind === 'geofence' ? ANCHORS : { list: NONE_FOR_GUESTS },
  });
}

/** Everything that is linked to a user. @source docs/reference/tracking-api.md §3.1 */
// Merged by name; the types are those of the registry.
export const LINKED_ROUTES = Object.fromEntries(
  LINKED_KIND_NAMES.flatMap((kind) => Object.entries(routesOf(kind))),
) as unknown as LinkedRoutes;
