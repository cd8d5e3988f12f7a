import type { FastifyInstance } from 'fastify';
import { isHiddenDevice } from '@rastro/fleet';
import { deviceBody, type DeviceBody } from '@rastro/fleet/schemas';
import type { Caller } from '../access/caller.ts';
import type { DeviceEntity } from '../directory/directory.ts';
import { callerOf } from './caller-of.ts';
import { conflictAs } from './conflict.ts';
import type { ApiContext } from './context.ts';
import { integer, integers, isTrue, pathId, readBody, words } from './input.ts';
import { sendArray } from './json-stream.ts';
import { listed } from './list.ts';
import { Turns } from './turns.ts';
import { deviceView } from './views.ts';

type Query = Readonly<Record<string, unknown>>;

/** Devices are added one after the other: the installation's limit binds all accounts together. */
const EVERYBODY = 0;

/** @source reference/tracking-api.md §3.5 */
export function deviceRoutes(app: FastifyInstance, context: ApiContext): void {
  const { directory, restrictions, live } = context;
  const turns = new Turns();
  const view = (device: DeviceEntity) => deviceView(device, live.shown(device.id));

  const update = (caller: Caller, fields: DeviceBody, before: DeviceEntity): Promise<DeviceEntity> => {
    const write = () => conflictAs('identifier', () => directory.devices.update(fields));
    if (!isHiddenDevice(before) || isHiddenDevice(fields)) return write();
    // It took no place while it was hidden.
    return turns.take(EVERYBODY, async () => {
      restrictions.requireDeviceSlot(caller);
      return write();
    });
  };

  app.get('/devices', (request, reply) => {
    const caller = callerOf(request);
    const query = request.query as Query;
    const named = namedDevices(context, caller, query);
    if (named) return sendArray(reply, named, view);
    const devices = visibleDevices(context, caller, query);
    return sendArray(reply, listed(devices, query, ['name', 'uniqueId', 'phone', 'model', 'contact']), view);
  });
  app.get('/devices/:id', (request) => view(restrictions.device(callerOf(request), pathId(request.params))));

  app.post('/devices', async (request) => {
    const caller = callerOf(request);
    const { id: _id, ...fields } = readBody(deviceBody, request.body);
    restrictions.requireDeviceWrite(caller);
    restrictions.requireGroupReference(caller, fields.groupId, 0);
    restrictions.requireReference(caller, 'calendar', fields.calendarId, 0);
    return turns.take(EVERYBODY, async () => {
      restrictions.requireDeviceSlot(caller);
      const device = await conflictAs('identifier', () => directory.devices.create(fields));
      const owner = { ownerKind: 'user', ownerId: caller.user.id, propertyKind: 'device' };
      await directory.links.change([{ ...owner, propertyId: device.id }], []);
      return view(device);
    });
  });

  app.put('/devices/:id', async (request) => {
    const caller = callerOf(request);
    const fields = readBody(deviceBody, request.body);
    const before = restrictions.device(caller, fields.id);
    restrictions.requireDeviceWrite(caller);
    restrictions.requireGroupReference(caller, fields.groupId, before.groupId);
    restrictions.requireReference(caller, 'calendar', fields.calendarId, before.calendarId);
    return view(await update(caller, fields, before));
  });

  app.delete('/devices/:id', async (request, reply) => {
    const caller = callerOf(request);
    const { id } = restrictions.device(caller, pathId(request.params));
    restrictions.requireDeviceWrite(caller);
    await directory.devices.remove(id);
    return reply.code(204).send();
  });
}

/** Devices asked for by id or unique id; those not linked are left out, for administrators too. */
function namedDevices({ directory, visibility }: ApiContext, { user }: Caller, query: Query) {
  const ids = integers(query, 'id');
  const uniqueIds = words(query, 'uniqueId');
  if (ids.length === 0 && uniqueIds.length === 0) return null;
  const found = [
    ...ids.map((id) => directory.devices.get(id)),
    ...uniqueIds.map((uniqueId) => directory.devices.byKey(uniqueId)),
  ];
  return new Set(found.flatMap((device) => (device && visibility.seesDevice(user.id, device) ? device : [])));
}

function* visibleDevices(context: ApiContext, caller: Caller, query: Query): Generator<DeviceEntity> {
  const { directory, visibility, restrictions } = context;
  const ofUser = integer(query, 'userId');
  if (ofUser !== null) restrictions.user(caller, ofUser);
  const ofDevice = integer(query, 'deviceId');
  const linkedTo =
    ofDevice === null
      ? null
      : directory.links.of('device', restrictions.device(caller, ofDevice).id, 'linkedDevice');
  const everything = isTrue(query, 'all') && caller.user.administrator;
  const visible =
    ofUser === null
      ? visibility.visibleDeviceIds(caller.user.id)
      : directory.links.of('user', ofUser, 'device');
  for (const device of directory.devices.inOrder()) {
    if (linkedTo !== null && !linkedTo.has(device.id)) continue;
    if (everything || visible.has(device.id)) yield device;
  }
}
