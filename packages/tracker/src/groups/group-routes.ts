import type { Caller } from '../access/caller.ts';
import { requireRightsOfGroup } from '../access/lock-rights.ts';
import type { Restrictions } from '../access/restrictions.ts';
import type { Visibility } from '../access/visibility.ts';
import type { Directory, GroupEntity } from '../directory/directory.ts';
import { appError } from '../errors/app-error.ts';
import { handlers, type Call } from '../http/bind.ts';
import { sendArray } from '../http/json-stream.ts';
import { listed } from '../http/list.ts';
import { KeyedMutex } from '../http/keyed-mutex.ts';

interface Deps {
  readonly directory: Directory;
  readonly restrictions: Restrictions;
  readonly visibility: Visibility;
}

/** @source docs/reference/tracking-api.md §3.1, §3.6 */
export function groupRoutes(deps: Deps) {
  const { directory, restrictions, visibility } = deps;
  const keyedMutex = new KeyedMutex();

  return handlers({
    'GET /groups': ({ caller, query }, reply) =>
      sendArray(reply, listed(visibleGroups(deps, caller, query), query, ['name']), (group) => group),
    'GET /groups/:id': ({ caller, params }) => restrictions.group(caller, params.id),

    'POST /groups': async ({ caller, body }) => {
      restrictions.requireWrite(caller);
      restrictions.requireGroupReference(caller, body.groupId, 0);
      const group = await directory.groups.create(body);
      const owner = { ownerKind: 'user', ownerId: caller.user.id, propertyKind: 'group' };
      await directory.links.change([{ ...owner, propertyId: group.id }], []);
      return group;
    },

    'PUT /groups/:id': async ({ caller, body }) => {
      const before = restrictions.group(caller, body.id);
      restrictions.requireWrite(caller);
      restrictions.requireGroupReference(caller, body.groupId, before.groupId);
      requireRightsOfGroup(deps, caller, { from: before.groupId, to: body.groupId });
      return keyedMutex.run('hierarchy', async () => {
        if ([...visibility.groupChain(body.groupId)].includes(body.id)) throw appError.cycle();
        return directory.groups.update(body);
      });
    },

    'DELETE /groups/:id': async ({ caller, params }) => {
      const { id } = restrictions.group(caller, params.id);
      restrictions.requireWrite(caller);
      // Its devices and child groups remain, without a group.
      for (const deviceId of Array.from(visibility.devicesIn(id))) {
        const device = directory.devices.get(deviceId);
        if (device) await directory.devices.update({ ...device, groupId: 0 });
      }
      for (const child of visibility.childrenOf(id)) await directory.groups.update({ ...child, groupId: 0 });
      await directory.groups.remove(id);
    },
  });
}

function* visibleGroups(
  { directory, visibility, restrictions }: Deps,
  caller: Caller,
  { userId: ofUser, all }: Call<'GET /groups'>['query'],
): Generator<GroupEntity> {
  if (ofUser !== null) restrictions.user(caller, ofUser);
  const everything = all && caller.user.administrator;
  const visible = visibility.visibleGroupIds(ofUser ?? caller.user.id);
  for (const group of directory.groups.inOrder()) if (everything || visible.has(group.id)) yield group;
}
