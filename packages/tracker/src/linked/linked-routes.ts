import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import {
  calendarBody,
  computedAttributeBody,
  driverBody,
  geofenceBody,
  maintenanceBody,
  notificationBody,
  orderBody,
  savedCommandBody,
  scheduledReportBody,
} from '@rastro/fleet/schemas';
import type { Caller } from '../access/caller.ts';
import { expressionProblem } from '../computed/expression.ts';
import type { Entity, EntityTable } from '../directory/entity-table.ts';
import type { LinkedEntities, LinkedKind } from '../directory/linked-tables.ts';
import { readCalendar } from '../calendars/calendars.ts';
import { refuse } from '../http/api-error.ts';
import { callerOf } from '../http/caller-of.ts';
import { conflictAs } from '../http/conflict.ts';
import type { ApiContext } from '../api/context.ts';
import { integer, isTrue, pathId, readBody } from '../http/input.ts';
import { sendArray } from '../http/json-stream.ts';
import { listed } from '../http/list.ts';
import { removeLinked } from './remove-linked.ts';

type Query = Readonly<Record<string, unknown>>;

interface LinkedArea<K extends LinkedKind> {
  readonly kind: K;
  readonly path: string;
  readonly body: z.ZodType<LinkedEntities[K]>;
  readonly keywordFields: readonly (keyof LinkedEntities[K] & string)[];
  /** Lists can be narrowed to what is linked to a device or group ("E" in reference §1.7). */
  readonly byDevice: boolean;
  /** Who may write, beside `readonly`. @throws ApiError */
  readonly checkWrite?: (context: ApiContext, caller: Caller) => void;
  /** What is wrong with the content of the entity, beyond its shape; null = nothing. */
  readonly problemOf?: (entity: LinkedEntities[K]) => string | null;
  /** What the entity refers to must be the caller's own. @param before Null = a new one. @throws ApiError */
  readonly checkReferences?: (
    context: ApiContext,
    caller: Caller,
    change: { readonly before: LinkedEntities[K] | null; readonly after: LinkedEntities[K] },
  ) => void;
}

/** An area whose kind is not known to the compiler; `area` has checked that its parts belong together. */
interface AnyArea extends Omit<
  LinkedArea<LinkedKind>,
  'body' | 'keywordFields' | 'problemOf' | 'checkReferences'
> {
  readonly body: z.ZodType<Entity & { readonly id: number }>;
  readonly keywordFields: readonly never[];
  readonly problemOf?: (entity: Entity) => string | null;
  readonly checkReferences?: (
    context: ApiContext,
    caller: Caller,
    change: { readonly before: Entity | null; readonly after: Entity },
  ) => void;
}
const area = <K extends LinkedKind>(definition: LinkedArea<K>): AnyArea => definition as unknown as AnyArea;

const AREAS: readonly AnyArea[] = [
  area({
    kind: 'geofence',
    path: 'geofences',
    body: geofenceBody,
    keywordFields: ['name'],
    byDevice: true,
    checkReferences: ({ restrictions }, caller, { before, after }) =>
      restrictions.requireReference(caller, 'calendar', after.calendarId, before?.calendarId ?? 0),
  }),
  area({
    kind: 'command',
    path: 'commands',
    body: savedCommandBody,
    keywordFields: ['description'],
    byDevice: true,
    checkWrite: ({ restrictions }, caller) => restrictions.requireOwnCommands(caller),
  }),
  area({
    kind: 'notification',
    path: 'notifications',
    body: notificationBody,
    keywordFields: ['description'],
    byDevice: true,
    checkReferences: ({ restrictions }, caller, { before, after }) => {
      restrictions.requireReference(caller, 'calendar', after.calendarId, before?.calendarId ?? 0);
      restrictions.requireReference(caller, 'command', after.commandId, before?.commandId ?? 0);
    },
  }),
  area({
    kind: 'driver',
    path: 'drivers',
    body: driverBody,
    keywordFields: ['name', 'uniqueId'],
    byDevice: true,
  }),
  area({
    kind: 'calendar',
    path: 'calendars',
    body: calendarBody,
    keywordFields: ['name'],
    byDevice: false,
    problemOf: ({ data }) => {
      const read = readCalendar(data);
      return read.ok ? null : `data: ${read.error}`;
    },
  }),
  area({
    kind: 'maintenance',
    path: 'maintenance',
    body: maintenanceBody,
    keywordFields: ['name'],
    byDevice: true,
  }),
  area({
    kind: 'attribute',
    path: 'attributes/computed',
    body: computedAttributeBody,
    keywordFields: ['description'],
    byDevice: true,
    // An expression runs on the server for every position of its devices.
    checkWrite: ({ restrictions }, caller) => restrictions.requireAdministrator(caller),
    problemOf: ({ expression }) => {
      const problem = expressionProblem(expression);
      return problem === null ? null : `expression: ${problem}`;
    },
  }),
  area({ kind: 'order', path: 'orders', body: orderBody, keywordFields: ['description'], byDevice: false }),
  area({
    kind: 'report',
    path: 'reports',
    body: scheduledReportBody,
    keywordFields: ['description'],
    byDevice: false,
    checkWrite: ({ restrictions }, caller) => restrictions.requireHistory(caller),
    checkReferences: ({ restrictions }, caller, { before, after }) =>
      restrictions.requireReference(caller, 'calendar', after.calendarId, before?.calendarId ?? 0),
  }),
];

/** Lists, reads and writes of everything that is linked to somebody. @source reference/tracking-api.md §3.1 */
export function linkedRoutes(app: FastifyInstance, context: ApiContext): void {
  for (const each of AREAS) areaRoutes(app, context, each);
}

function areaRoutes(app: FastifyInstance, context: ApiContext, definition: AnyArea): void {
  const { directory, restrictions } = context;
  const { kind, path, body, keywordFields } = definition;
  const table = directory.linked[kind] as unknown as EntityTable<Entity>;
  const unique = 'unique identifier';

  app.get(`/${path}`, (request, reply) => {
    const query = request.query as Query;
    const ids = visibleIds(context, callerOf(request), definition, query);
    const visible = Iterator.from(table.inOrder()).filter(({ id }) => ids === null || ids.has(id));
    return sendArray(reply, listed(visible, query, keywordFields), (entity) => entity);
  });
  app.get(`/${path}/:id`, (request) => restrictions.linked(callerOf(request), kind, pathId(request.params)));

  app.post(`/${path}`, async (request) => {
    const caller = callerOf(request);
    const after = readBody(body, request.body);
    restrictions.requireWrite(caller);
    definition.checkWrite?.(context, caller);
    requireSound(definition, after);
    definition.checkReferences?.(context, caller, { before: null, after });
    const { id: _id, ...fields } = after;
    const entity = await conflictAs(unique, () => table.create(fields));
    const owner = { ownerKind: 'user', ownerId: caller.user.id, propertyKind: kind };
    await directory.links.change([{ ...owner, propertyId: entity.id }], []);
    return entity;
  });

  app.put(`/${path}/:id`, async (request) => {
    const caller = callerOf(request);
    const after = readBody(body, request.body);
    const before = restrictions.linked(caller, kind, after.id);
    restrictions.requireWrite(caller);
    definition.checkWrite?.(context, caller);
    requireSound(definition, after);
    definition.checkReferences?.(context, caller, { before, after });
    return conflictAs(unique, () => table.update(after));
  });

  app.delete(`/${path}/:id`, async (request, reply) => {
    const caller = callerOf(request);
    const { id } = restrictions.linked(caller, kind, pathId(request.params));
    restrictions.requireWrite(caller);
    definition.checkWrite?.(context, caller);
    await removeLinked(directory, kind, id);
    return reply.code(204).send();
  });
}

function requireSound({ problemOf }: AnyArea, entity: Entity): void {
  const problem = problemOf?.(entity) ?? null;
  if (problem !== null) throw refuse.badInput(problem);
}

/** What a list shows: direct links (and anchors), all narrowings at once. Null = everything. @source reference §1.7 */
function visibleIds(
  { directory, restrictions }: ApiContext,
  caller: Caller,
  { kind, byDevice }: AnyArea,
  query: Query,
): ReadonlySet<number> | null {
  const ofUser = integer(query, 'userId');
  if (ofUser !== null) restrictions.user(caller, ofUser);
  const everything = isTrue(query, 'all') && caller.user.administrator && ofUser === null;
  let ids = everything ? null : directory.links.of('user', ofUser ?? caller.user.id, kind);
  // Whoever sees a vehicle sees that it is anchored.
  if (ids !== null && kind === 'geofence' && ofUser === null) ids = ids.union(restrictions.anchorIds(caller));
  const narrow = (linked: ReadonlySet<number>): void => {
    ids = ids === null ? linked : ids.intersection(linked);
  };
  const groupId = byDevice ? integer(query, 'groupId') : null;
  if (groupId !== null) narrow(directory.links.of('group', restrictions.group(caller, groupId).id, kind));
  const deviceId = byDevice ? integer(query, 'deviceId') : null;
  if (deviceId !== null) narrow(directory.links.of('device', restrictions.device(caller, deviceId).id, kind));
  return ids;
}
