import type { Clock } from '@rastro/base';
import { apiDate, isShared, measureOf, type ServiceEntry } from '@rastro/fleet';
import type { MaintenanceBody } from '@rastro/fleet/schemas';
import type { ServiceStorage, StoredService } from '@rastro/storage';
import type { Caller } from '../access/caller.ts';
import type { Restrictions } from '../access/restrictions.ts';
import type { Visibility } from '../access/visibility.ts';
import type { WhatApplies } from '../access/what-applies.ts';
import type { DeviceEntity, Directory } from '../directory/directory.ts';
import { handlers, type Call } from '../http/bind.ts';
import { appError } from '../errors/app-error.ts';
import type { CommittedStates } from '../committed/committed-devices.ts';
import { dueList, dutiesOfDevices, type Duty } from './due-list.ts';

interface Deps {
  readonly clock: Clock;
  readonly storage: ServiceStorage;
  readonly directory: Directory;
  readonly restrictions: Restrictions;
  readonly visibility: Visibility;
  readonly live: CommittedStates;
  readonly around: { readonly applies: WhatApplies };
}
type Query = Call<'GET /services'>['query'];
/** More lines than anybody reads of one question. */
const MAX_LISTED = 5000;
/** A clock may be a little wrong; a service logged for tomorrow is an error. */
const CLOCK_TOLERANCE_MS = 86_400_000;

/** Due maintenance and the service history. Our own. */
export function serviceRoutes(deps: Deps) {
  const { clock, storage, directory, restrictions } = deps;
  return handlers({
    'GET /services/due': async ({ caller, query }) => {
      if (isShared(caller.user)) return [];
      return dueList({ storage, clock, brand: directory.brand }, dutiesOf(deps, caller, query));
    },
    'GET /services': async ({ caller, query }) => {
      if (isShared(caller.user)) return [];
      const { maintenanceId } = query;
      if (maintenanceId !== null) restrictions.linked(caller, 'maintenance', maintenanceId);
      const deviceIds = [...devicesOf(deps, caller, query)].map(({ id }) => id);
      const found = await storage.services({ deviceIds, maintenanceId, limit: MAX_LISTED });
      return found.map((each) => serializeService(directory, each));
    },
    'POST /services': async ({ caller, body }) => {
      restrictions.requireWrite(caller);
      const device = restrictions.device(caller, body.deviceId);
      const maintenance =
        body.maintenanceId === 0 ? null : restrictions.linked(caller, 'maintenance', body.maintenanceId);
      const time = Date.parse(body.time);
      if (time > clock.now() + CLOCK_TOLERANCE_MS) throw appError.badInput('time: has not come yet');
      requireMeter(maintenance, body);
      const { id: userId, name: userName } = caller.user;
      const service = await storage.addService({
        ...body,
        deviceId: device.id,
        maintenanceName: maintenance?.name ?? null,
        time,
        notes: body.notes === '' ? null : body.notes,
        userId,
        userName,
        createdAt: clock.now(),
      });
      return serializeService(directory, service);
    },
    'DELETE /services/:id': async ({ caller, params }) => {
      const service = await storage.serviceById(params.id);
      const isSeen = service !== null && restrictions.seesDevice(caller, service.deviceId);
      if (!isSeen || isShared(caller.user)) throw appError.noAccess('Maintenance');
      restrictions.requireWrite(caller);
      await storage.removeService(params.id);
    },
  });
}

/** Without it the next due point is unknown. @throws AppError */
function requireMeter(
  maintenance: MaintenanceBody | null,
  { odometer, hours }: Pick<StoredService, 'odometer' | 'hours'>,
): void {
  const measure = maintenance && measureOf(maintenance.type);
  if (measure === 'distance' && odometer === null) throw appError.badInput('odometer: is missing');
  if (measure === 'hours' && hours === null) throw appError.badInput('hours: is missing');
}

/** The vehicles of a question: one, or all that the caller sees. */
function* devicesOf(
  { directory, restrictions, visibility }: Deps,
  caller: Caller,
  { deviceId }: Pick<Query, 'deviceId'>,
): Generator<DeviceEntity> {
  if (deviceId !== null) {
    yield restrictions.device(caller, deviceId);
    return;
  }
  if (caller.user.administrator) return yield* directory.devices.inOrder();
  for (const id of visibility.visibleDeviceIds(caller.user.id)) {
    const device = directory.devices.get(id);
    if (device) yield device;
  }
}

/** Maintenances that the caller may see, of each vehicle to which they apply. */
function dutiesOf(deps: Deps, caller: Caller, query: Query): readonly Duty[] {
  const { directory, restrictions } = deps;
  const { maintenanceId } = query;
  const own = directory.links.of('user', caller.user.id, 'maintenance');
  const only = maintenanceId === null ? null : restrictions.linked(caller, 'maintenance', maintenanceId).id;
  const isAsked = (id: number): boolean =>
    only === null ? own.has(id) || (caller.user.administrator && query.deviceId !== null) : id === only;
  return dutiesOfDevices(deps, devicesOf(deps, caller, query), isAsked);
}

function serializeService(
  { devices }: Directory,
  { time, createdAt, ...service }: StoredService,
): ServiceEntry {
  const deviceName = devices.get(service.deviceId)?.name ?? '';
  return { ...service, deviceName, time: apiDate(time), createdTime: apiDate(createdAt) };
}
