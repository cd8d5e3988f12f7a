import type { FastifyInstance } from 'fastify';
import { groupBody } from '@rastro/fleet/schemas';
import { callerOf } from '../http/caller-of.ts';
import type { Caller } from '../access/caller.ts';
import type { GroupEntity } from '../directory/directory.ts';
import { refuse } from '../http/api-error.ts';
import type { ApiContext } from '../api/context.ts';
import { integer, isTrue, pathId, readBody } from '../http/input.ts';
import { sendArray } from '../http/json-stream.ts';
import { listed } from '../http/list.ts';
import { Turns } from '../http/turns.ts';

type Query = Readonly<Record<string, unknown>>;

/** @source reference/tracking-api.md §3.1, §3.6 */
export function groupRoutes(app: FastifyInstance, context: ApiContext): void {
  const { directory, restrictions, visibility } = context;
  const turns = new Turns();

  app.get('/groups', (request, reply) => {
    const query = request.query as Query;
    const groups = visibleGroups(context, callerOf(request), query);
    return sendArray(reply, listed(groups, query, ['name']), (group) => group);
  });
  app.get('/groups/:id', (request) => restrictions.group(callerOf(request), pathId(request.params)));

  app.post('/groups', async (request) => {
    const caller = callerOf(request);
    const { id: _id, ...fields } = readBody(groupBody, request.body);
    restrictions.requireWrite(caller);
    restrictions.requireGroupReference(caller, fields.groupId, 0);
    const group = await directory.groups.create(fields);
    const owner = { ownerKind: 'user', ownerId: caller.user.id, propertyKind: 'group' };
    await directory.links.change([{ ...owner, propertyId: group.id }], []);
    return group;
  });

  app.put('/groups/:id', async (request) => {
    const caller = callerOf(request);
    const fields = readBody(groupBody, request.body);
    const before = restrictions.group(caller, fields.id);
    restrictions.requireWrite(caller);
    restrictions.requireGroupReference(caller, fields.groupId, before.groupId);
    return turns.take('hierarchy', async () => {
      if ([...visibility.groupChain(fields.groupId)].includes(fields.id)) throw refuse.cycle();
      return directory.groups.update(fields);
    });
  });

  app.delete('/groups/:id', async (request, reply) => {
    const caller = callerOf(request);
    const { id } = restrictions.group(caller, pathId(request.params));
    restrictions.requireWrite(caller);
    // Its devices and child groups stay, without a group.
    for (const deviceId of Array.from(visibility.devicesIn(id))) {
      const device = directory.devices.get(deviceId);
      if (device) await directory.devices.update({ ...device, groupId: 0 });
    }
    for (const child of visibility.childrenOf(id)) await directory.groups.update({ ...child, groupId: 0 });
    await directory.groups.remove(id);
    return reply.code(204).send();
  });
}

function* visibleGroups(context: ApiContext, caller: Caller, query: Query): Generator<GroupEntity> {
  const { directory, visibility, restrictions } = context;
  const ofUser = integer(query, 'userId');
  if (ofUser !== null) restrictions.user(caller, ofUser);
  const everything = isTrue(query, 'all') && caller.user.administrator;
  const visible = visibility.visibleGroupIds(ofUser ?? caller.user.id);
  for (const group of directory.groups.inOrder()) if (everything || visible.has(group.id)) yield group;
}
