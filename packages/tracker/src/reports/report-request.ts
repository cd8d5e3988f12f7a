import type { Caller } from '../access/caller.ts';
import type { DeviceEntity } from '../directory/directory.ts';
import { numberOf } from '../pipeline/draft.ts';
import type { ReportDevice } from './device-reports.ts';
import type { ReportJob, ReportType } from './report-job.ts';
import { refuse } from '../http/api-error.ts';
import type { ApiContext } from '../api/context.ts';
import { instant, integer, integers, isTrue, words } from '../http/input.ts';
import { sheetStyleOf } from './sheet-style.ts';
import { zoneOf } from '../exports/zone-of.ts';

type Query = Readonly<Record<string, unknown>>;
const DAY_MS = 86_400_000;

/** What somebody asks for, within what he may see and what the server may be asked for. @throws ApiError */
export function readReportRequest(
  context: ApiContext,
  caller: Caller,
  type: ReportType,
  query: Query,
): Omit<ReportJob, 'output'> {
  const { restrictions } = context;
  restrictions.requireHistory(caller);
  const from = instant(query, 'from');
  const to = instant(query, 'to');
  if (from === null || to === null) throw refuse.badInput('from, to: are missing');
  if (to < from) throw refuse.badInput('to: is before from');
  const devices = reportDevices(context, caller, query);
  const deviceDays = devices.length * Math.max(1, Math.ceil((to - from) / DAY_MS));
  if (deviceDays > context.reportDeviceDays) throw refuse.reportTooWide(deviceDays, context.reportDeviceDays);
  const geofenceIds = integers(query, 'geofenceId');
  for (const id of geofenceIds) restrictions.linked(caller, 'geofence', id);
  const limit = integer(query, 'limit') ?? 0;
  return reportJob(context, caller, {
    type,
    page: limit > 0 ? { limit, offset: Math.max(0, integer(query, 'offset') ?? 0) } : null,
    period: { from, to },
    devices,
    daily: isTrue(query, 'daily') ? zoneOf(context, caller) : null,
    eventTypes: words(query, 'type').filter((name) => name !== '' && name !== 'allEvents'),
    alarms: words(query, 'alarm'),
    geofenceIds,
  });
}

/** Fills in what a caller may know and how he reads. */
export function reportJob(
  context: ApiContext,
  caller: Caller,
  wanted: Pick<ReportJob, 'type' | 'period' | 'page' | 'daily' | 'eventTypes' | 'alarms' | 'geofenceIds'> & {
    readonly devices: readonly DeviceEntity[];
  },
): Omit<ReportJob, 'output'> {
  const { directory } = context;
  const { administrator, id } = caller.user;
  const seen = (kind: 'geofence' | 'maintenance'): readonly number[] | null =>
    administrator ? null : [...directory.links.of('user', id, kind)];
  const drivers = Iterator.from(directory.linked.driver.inOrder());
  const geofences = Iterator.from(directory.linked.geofence.inOrder());
  return {
    ...wanted,
    devices: wanted.devices.map((device) => reportDevice(context, device)),
    seesGeofences: seen('geofence'),
    seesMaintenances: seen('maintenance'),
    driverNames: Object.fromEntries(drivers.map(({ uniqueId, name }) => [uniqueId, name])),
    geofenceNames: Object.fromEntries(geofences.map((geofence) => [geofence.id, geofence.name])),
    style: sheetStyleOf(context, caller),
  };
}

function reportDevice({ directory, visibility, around }: ApiContext, device: DeviceEntity): ReportDevice {
  const inherited = [
    device.attributes,
    ...visibility.groupChain(device.groupId).map((id) => directory.groups.get(id)?.attributes ?? {}),
  ];
  const ignore = inherited.find((attributes) => 'report.ignoreOdometer' in attributes)?.[
    'report.ignoreOdometer'
  ];
  return {
    id: device.id,
    name: device.name,
    trip: around.optionsOf(device).trip,
    fuelCapacity: numberOf(device.attributes['fuelCapacity']) ?? 0,
    ignoreOdometer: ignore === true || ignore === 'true',
  };
}

/** Named devices and groups (with all below), only those linked to the caller; none named = all of them. */
function reportDevices(context: ApiContext, { user }: Caller, query: Query): readonly DeviceEntity[] {
  const { directory, visibility } = context;
  const visible = visibility.visibleDeviceIds(user.id);
  const named = integers(query, 'deviceId');
  const groups = integers(query, 'groupId');
  const wanted =
    named.length + groups.length === 0
      ? visible
      : new Set([...named, ...groups.flatMap((groupId) => visibility.devicesBelow(groupId))]);
  return [...wanted].flatMap((id) => (visible.has(id) ? (directory.devices.get(id) ?? []) : []));
}
