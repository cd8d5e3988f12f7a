import { isHiddenDevice, isShared } from '@rastro/fleet';
import type { MediaFiles } from '../media/media-files.ts';
import type { DeviceBody, Draft } from '@rastro/fleet/schemas';
import type { Caller } from '../access/caller.ts';
import { checkIdentifier, stoppedBy } from '../access/device-rules.ts';
import { requireRightsOfGroup } from '../access/lock-rights.ts';
import type { Restrictions } from '../access/restrictions.ts';
import type { Visibility } from '../access/visibility.ts';
import type { DeviceEntity, Directory } from '../directory/directory.ts';
import { handlers, type Call } from '../http/bind.ts';
import { conflictAs } from '../http/conflict.ts';
import { sendArray } from '../http/json-stream.ts';
import { listed } from '../http/list.ts';
import type { KeyedMutex } from '../http/keyed-mutex.ts';
import type { CommittedStates } from '../committed/committed-devices.ts';
import { serializersFor } from '../serializers/guest-serializers.ts';
import { serializeDevice } from '../serializers/serializers.ts';

interface Deps {
  readonly directory: Directory;
  readonly restrictions: Restrictions;
  readonly visibility: Visibility;
  readonly live: CommittedStates;
  /** Serializes requests that use up a limit. */
  readonly slots: KeyedMutex;
  /** Pictures and files of devices, a folder per device id. */
  readonly media: MediaFiles;
}
type Query = Call<'GET /devices'>['query'];

/** Devices are added one after the other: the installation's limit binds all accounts together. */
const EVERYBODY = 0;
const KEYWORD_FIELDS = ['name', 'uniqueId', 'phone', 'model', 'contact'] as const;

/** @source docs/reference/tracking-api.md §3.5 */
export function deviceRoutes(deps: Deps) {
  const { directory, restrictions, live, slots: keyedMutex } = deps;
  const view = (device: DeviceEntity) => serializeDevice(device, live.committed(device.id));
  const viewFor = ({ user }: Caller) => {
    const serializers = serializersFor(user, directory.brand);
    return (device: DeviceEntity) => serializers.device(device, live.committed(device.id));
  };

  /** Whether a caller may write it so. @returns what is stored. @throws AppError */
  const checked = <T extends Draft<DeviceBody>>(caller: Caller, after: T, before: DeviceEntity | null) => {
    restrictions.requireDeviceWrite(caller);
    checkIdentifier({ before, after });
    restrictions.requireGroupReference(caller, after.groupId, before?.groupId ?? 0);
    requireRightsOfGroup(deps, caller, { from: before?.groupId ?? 0, to: after.groupId });
    restrictions.requireReference(caller, 'calendar', after.calendarId, before?.calendarId ?? 0);
    const by = stoppedBy(restrictions, caller, { before, after });
    return { ...after, ...(by === undefined ? {} : { stoppedBy: by }), ...rejection(before, after) };
  };
  const update = (caller: Caller, fields: DeviceEntity, before: DeviceEntity): Promise<DeviceEntity> => {
    const write = () => conflictAs('identifier', () => directory.devices.update(fields));
    if (!isHiddenDevice(before) || isHiddenDevice(fields)) return write();
    // It took no place while it was hidden.
    return keyedMutex.run(EVERYBODY, async () => {
      restrictions.requireDeviceSlot(caller);
      return write();
    });
  };

  return handlers({
    'GET /devices': ({ caller, query }, reply) => {
      const named = namedDevices(deps, caller, query);
      if (named) return sendArray(reply, named, viewFor(caller));
      const devices = visibleDevices(deps, caller, query);
      return sendArray(
        reply,
        listed(devices, query, isShared(caller.user) ? ['name'] : KEYWORD_FIELDS),
        viewFor(caller),
      );
    },
    'GET /devices/:id': ({ caller, params }) => viewFor(caller)(restrictions.device(caller, params.id)),

    'POST /devices': async ({ caller, body }) => {
      const fields = checked(caller, body, null);
      return keyedMutex.run(EVERYBODY, async () => {
        restrictions.requireDeviceSlot(caller);
        const device = await conflictAs('identifier', () => directory.devices.create(fields));
        const owner = { ownerKind: 'user', ownerId: caller.user.id, propertyKind: 'device' };
        await directory.links.change([{ ...owner, propertyId: device.id }], []);
        return view(device);
      });
    },

    'PUT /devices/:id': async ({ caller, body }) => {
      const before = restrictions.device(caller, body.id);
      return view(await update(caller, checked(caller, body, before), before));
    },

    'DELETE /devices/:id': async ({ caller, params }) => {
      const { id } = restrictions.device(caller, params.id);
      restrictions.requireDeviceWrite(caller);
      await directory.devices.remove(id);
      // Its picture and the files that it has sent go with it.
      await deps.media.removeAll(id);
    },
  });
}

/** A rejected tracker stays rejected until it is made visible again. */
const rejection = (before: DeviceEntity | null, after: Draft<DeviceBody>): Pick<DeviceEntity, 'rejectedId'> =>
  before?.rejectedId !== undefined && isHiddenDevice(after) ? { rejectedId: before.rejectedId } : {};

/** Devices asked for by id or unique id; those not linked are left out, for administrators too. */
function namedDevices({ directory, visibility }: Deps, { user }: Caller, { id: ids, uniqueId }: Query) {
  if (ids.length === 0 && uniqueId.length === 0) return null;
  const found = [
    ...ids.map((id) => directory.devices.get(id)),
    // Guests neither get identifiers nor can find them out.
    ...(isShared(user) ? [] : uniqueId.map((key) => directory.devices.byKey(key))),
  ];
  return new Set(found.flatMap((device) => (device && visibility.seesDevice(user.id, device) ? device : [])));
}

function* visibleDevices(deps: Deps, caller: Caller, query: Query): Generator<DeviceEntity> {
  const { directory, visibility, restrictions } = deps;
  const { userId: ofUser, deviceId: ofDevice } = query;
  if (ofUser !== null) restrictions.user(caller, ofUser);
  const linkedTo =
    ofDevice === null
      ? null
      : directory.links.of('device', restrictions.device(caller, ofDevice).id, 'linkedDevice');
  const everything = query.all && caller.user.administrator;
  const visible =
    ofUser === null
      ? visibility.visibleDeviceIds(caller.user.id)
      : directory.links.of('user', ofUser, 'device');
  for (const device of directory.devices.inOrder()) {
    if (linkedTo !== null && !linkedTo.has(device.id)) continue;
    if (everything || (visible.has(device.id) && !isHiddenDevice(device))) yield device;
  }
}
