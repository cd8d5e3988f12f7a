import { apiDate, DEVICE_ATTRIBUTES, hiddenDevice, isQrDriver } from '@rastro/fleet';
import type { MediaFiles } from '../media/media-files.ts';
import type { Caller } from '../access/caller.ts';
import type { Restrictions } from '../access/restrictions.ts';
import type { Visibility } from '../access/visibility.ts';
import type { DeviceEntity, Directory } from '../directory/directory.ts';
import { handlers } from '../http/bind.ts';
import { sendArray } from '../http/json-stream.ts';
import type { KeyedMutex } from '../http/keyed-mutex.ts';
import { appError } from '../errors/app-error.ts';
import type { CommittedStates } from '../committed/committed-devices.ts';
import { serializeDevice } from '../serializers/serializers.ts';

interface UnassignedDeps {
  readonly directory: Directory;
  readonly restrictions: Restrictions;
  readonly visibility: Visibility;
  readonly live: CommittedStates;
  /** Serializes requests that use up a limit. */
  readonly slots: KeyedMutex;
  /** Pictures and files of devices, a folder per device id. */
  readonly media: MediaFiles;
}
/** The turn in which devices are added and moved. */
const DEVICES = 0;

/** Trackers that nobody sees: an administrator assigns each to a user, or rejects it (own). */
export function unassignedRoutes(deps: UnassignedDeps) {
  const { directory, restrictions, visibility, live, slots } = deps;
  const unassigned = (caller: Caller, id: number): DeviceEntity => {
    const device = restrictions.device(caller, id);
    if (!visibility.isUnassigned(device)) throw appError.assigned();
    return device;
  };
  return handlers({
    'GET /devices/unassigned': (_call, reply) => {
      const found = Iterator.from(directory.devices.inOrder()).filter((each) =>
        visibility.isUnassigned(each),
      );
      return sendArray(reply, found, ({ id, name, uniqueId, model }) => {
        const { lastUpdate, position } = live.committed(id);
        return {
          deviceId: id,
          name,
          uniqueId,
          model,
          protocol: position?.protocol ?? null,
          lastUpdate: lastUpdate === null ? null : apiDate(lastUpdate),
        };
      });
    },
    'POST /devices/:id/assign': ({ caller, params, body: { userId, name, plate } }) => {
      restrictions.requireDeviceWrite(caller);
      return slots.run(DEVICES, async () => {
        const device = unassigned(caller, params.id);
        const user = restrictions.user(caller, userId);
        const isNone = user.share !== undefined || isQrDriver(user, directory.brand);
        if (isNone) throw appError.badInput('userId: may not have devices');
        restrictions.requirePlaces(user, new Set([device.id]));
        const { [DEVICE_ATTRIBUTES.plate]: _former, ...rest } = device.attributes;
        const attributes = plate === null ? rest : { ...rest, [DEVICE_ATTRIBUTES.plate]: plate };
        // The name first: new viewers see it complete from the start.
        const named = await directory.devices.update({ ...device, name, attributes });
        const owner = { ownerKind: 'user', ownerId: userId, propertyKind: 'device' } as const;
        await directory.links.change([{ ...owner, propertyId: device.id }], []);
        return serializeDevice(named, live.committed(device.id));
      });
    },
    'POST /devices/:id/reject': ({ caller, params }) => {
      restrictions.requireDeviceWrite(caller);
      return slots.run(DEVICES, async () => {
        const device = unassigned(caller, params.id);
        const rejected = { rejectedId: device.uniqueId, stoppedBy: caller.user.id };
        await directory.devices.update({ ...hiddenDevice(device), ...rejected });
        await deps.media.removeAll(device.id);
      });
    },
  });
}
