import { DAY_MS } from '@rastro/base';
import {
  DEVICE_ATTRIBUTES,
  isHiddenDevice,
  isTimeZone,
  type Attributes,
  type AttributeValue,
  type ReportType,
} from '@rastro/fleet';
import type { ReportQuery } from '@rastro/fleet/api';
import type { Caller } from '../../access/caller.ts';
import { productName } from '../../brands/brand-heads.ts';
import { tripDevice } from '../../trips/trip-devices.ts';
import type { DeviceEntity } from '../../directory/directory.ts';
import { askingPreferences, preferencesOf } from '../../directory/reader.ts';
import { numberOf } from '../../pending-records/pending-record.ts';
import type { ReportDevice } from './report-device.ts';
import type { ReportHours } from './report-hours.ts';
import { comparedPeriod, periodRead } from './compared-period.ts';
import { scoreSettingsReader } from './score-settings.ts';
import { LINES_BY, PDF_FORMS, type Print, type ReportJob } from './report-job.ts';
import { appError } from '../../errors/app-error.ts';
import { REPORT_KINDS } from '../kinds/registry.ts';
import type { ReportDeps } from '../report-deps.ts';

/** Reads the request, within what the caller may see and the server may be asked for. @throws AppError */
export function readReportRequest(
  deps: ReportDeps,
  caller: Caller,
  type: ReportType,
  query: ReportQuery,
  acceptLanguage?: string,
): Omit<ReportJob, 'output'> {
  const { restrictions } = deps;
  restrictions.requireHistory(caller);
  const { from, to, geofenceId: geofenceIds } = query;
  if (to < from) throw appError.badInput('to: is before from');
  const devices = reportDevices(deps, caller, query);
  const read = periodRead(type, query);
  const deviceDays = devices.length * Math.max(1, Math.ceil((read.to - read.from) / DAY_MS));
  const hours = hoursOf(deps, caller, query);
  // Totals are read from sums of days: they may be of a whole fleet over years. Those of some hours are not, and what is
  // copied first is copied whole.
  const isOfDays = REPORT_KINDS[type].isOfDays && hours === null && deps.source === undefined;
  if (!isOfDays && deviceDays > deps.reportDeviceDays)
    throw appError.reportTooWide(deviceDays, deps.reportDeviceDays);
  for (const id of geofenceIds) restrictions.linked(caller, 'geofence', id);
  const isSummed = query.sum && REPORT_KINDS[type].addsUp;
  const reader = askingPreferences(deps.directory, caller.user, { zone: query.zone, acceptLanguage });
  return reportJob(deps, caller, {
    type,
    reader,
    page: pageOf(query),
    period: { from, to },
    compared: comparedPeriod(type, query),
    devices,
    form: oneOf(PDF_FORMS, query.form, 'form'),
    hours,
    daily: query.daily || REPORT_KINDS[type].isDaily ? zoneOf(deps, caller, query.zone) : null,
    driver: query.driver,
    by: isSummed ? 'device' : oneOf(LINES_BY, query.by, 'by'),
    isSummed,
    eventTypes: query.type.filter((name) => name !== '' && name !== 'allEvents'),
    alarms: query.alarm,
    geofenceIds,
  });
}

/** The first is the default. @throws AppError */
export function oneOf<const T extends string>(
  choices: readonly [T, ...T[]],
  asked: string | null,
  name: string,
): T {
  const chosen = choices.find((each) => each === (asked ?? choices[0]));
  if (!chosen) throw appError.badInput(`${name}: is none of ${choices.join(', ')}`);
  return chosen;
}

/** Time zone whose midnights separate the days: the requested one, else the reader's. @throws AppError */
function zoneOf({ directory }: ReportDeps, { user }: Caller, asked: string | null): string {
  if (asked === null) return preferencesOf(directory, user).zone;
  if (!isTimeZone(asked)) throw appError.timeZone('zone: is no time zone like America/Sao_Paulo');
  return asked;
}

const DAY_MINUTES = 1440;
/** Null = at any time. @throws AppError */
function hoursOf(deps: ReportDeps, caller: Caller, query: ReportQuery): ReportHours | null {
  const { weekdays, fromHour, toHour, calendarId } = query;
  if (weekdays.length === 0 && fromHour === null && toHour === null && !calendarId) return null;
  const calendar = calendarId ? deps.restrictions.linked(caller, 'calendar', calendarId) : null;
  return {
    weekdays,
    fromMinute: fromHour ?? 0,
    toMinute: toHour ?? DAY_MINUTES,
    zone: zoneOf(deps, caller, query.zone),
    calendar: calendar && { name: calendar.name, data: calendar.data },
  };
}

/** A list that is asked for whole is no page of it: many vehicles are read side by side. */
export const pageOf = ({ limit, offset }: Pick<ReportQuery, 'limit' | 'offset'>): ReportJob['page'] =>
  limit || offset ? { limit: limit || null, offset: offset ?? 0 } : null;

/** Completes the job with the caller's rights and preferences. */
export function reportJob(
  deps: ReportDeps,
  caller: Caller,
  {
    form,
    ...wanted
  }: Pick<
    ReportJob,
    | 'type'
    | 'reader'
    | 'period'
    | 'compared'
    | 'page'
    | 'daily'
    | 'hours'
    | 'driver'
    | 'by'
    | 'isSummed'
    | 'eventTypes'
    | 'alarms'
    | 'geofenceIds'
  > & {
    readonly form: Print['form'];
    readonly devices: readonly DeviceEntity[];
  },
): Omit<ReportJob, 'output'> {
  const { directory } = deps;
  const { administrator, id } = caller.user;
  const seen = (kind: 'geofence' | 'maintenance'): readonly number[] | null =>
    administrator ? null : [...directory.links.of('user', id, kind)];
  const geofenceIds = seen('geofence');
  const drivers = namedBy(
    directory.linked.driver,
    administrator ? null : driversOf(deps, id, wanted.devices),
  );
  const geofences = namedBy(directory.linked.geofence, geofenceIds);
  const scoring = scoreSettingsReader(deps);
  return {
    ...wanted,
    devices: wanted.devices.map((device) => ({
      ...reportDevice(deps, device),
      scoring: scoring(device.groupId),
    })),
    seesGeofences: geofenceIds,
    seesMaintenances: seen('maintenance'),
    driverNames: Object.fromEntries(drivers.map(({ uniqueId, name }) => [uniqueId, name])),
    verdicts: {},
    withdrawn: {},
    waiting: { alarms: null, services: null },
    geofenceNames: Object.fromEntries(geofences.map((geofence) => [geofence.id, geofence.name])),
    groupNames: wanted.by === 'group' ? groupNames(deps, caller) : {},
    print: { form, madeAt: deps.clock.now(), logo: null, ...brandOf(deps) },
  };
}

const COLOUR = /^#[\da-f]{6}$/i;
const OWN_COLOUR = '#1f3a5f';
/** As the pages of this installation look. */
function brandOf({ directory, brands }: ReportDeps): Pick<Print, 'brand' | 'colour'> {
  const { colorPrimary } = directory.server.attributes;
  return {
    brand: productName(directory, brands),
    colour: typeof colorPrimary === 'string' && COLOUR.test(colorPrimary) ? colorPrimary : OWN_COLOUR,
  };
}

/** Drivers who may be named to a reader: their own, and those of the vehicles and their groups. */
function driversOf(
  { directory, visibility }: ReportDeps,
  userId: number,
  devices: readonly DeviceEntity[],
): ReadonlySet<number> {
  const ids = new Set(directory.links.of('user', userId, 'driver'));
  const groups = new Set(devices.flatMap(({ groupId }) => [...visibility.groupChain(groupId)]));
  for (const { id } of devices)
    for (const driver of directory.links.of('device', id, 'driver')) ids.add(driver);
  for (const id of groups) for (const driver of directory.links.of('group', id, 'driver')) ids.add(driver);
  return ids;
}

function groupNames({ directory, visibility }: ReportDeps, { user }: Caller): ReportJob['groupNames'] {
  const visible = user.administrator ? null : visibility.visibleGroupIds(user.id);
  const groups = [...directory.groups.inOrder()].filter(({ id }) => visible?.has(id) ?? true);
  return Object.fromEntries(groups.map(({ id, name }) => [id, name]));
}

/** @param ids null = all of them. */
const namedBy = <E>(
  table: { get(id: number): E | undefined; inOrder(): Iterable<E> },
  ids: Iterable<number> | null,
): readonly E[] => (ids === null ? [...table.inOrder()] : [...ids].flatMap((id) => table.get(id) ?? []));

function reportDevice(
  { directory, visibility, around }: ReportDeps,
  device: DeviceEntity,
): Omit<ReportDevice, 'scoring'> {
  const inherited = [
    device.attributes,
    ...visibility.groupChain(device.groupId).map((id) => directory.groups.get(id)?.attributes ?? {}),
  ];
  const nearest = (name: string, from: readonly Attributes[]): AttributeValue | undefined =>
    from.find((attributes) => name in attributes)?.[name];
  const ignore = nearest('report.ignoreOdometer', inherited);
  const price = nearest(DEVICE_ATTRIBUTES.fuelPrice, [...inherited, directory.server.attributes]);
  return {
    id: device.id,
    name: device.name,
    groupId: device.groupId,
    trip: around.optionsOf(device).trip,
    tripDevice: tripDevice(around, device),
    fuelCapacity: numberOf(device.attributes['fuelCapacity']) ?? 0,
    fuelPrice: price === undefined ? null : numberOf(price),
    ignoreOdometer: ignore === true || ignore === 'true',
  };
}

/**
 * Named devices and groups (with all below), only those linked to the caller; none named = all of them. In reports on a
 * driver an administrator gets every vehicle: nobody knows beforehand what a driver drove.
 */
function reportDevices(deps: ReportDeps, { user }: Caller, query: ReportQuery): readonly DeviceEntity[] {
  const { directory, visibility } = deps;
  const isOfAll = query.driver !== null && user.administrator;
  const visible = isOfAll ? unhiddenDeviceIds(deps) : visibility.visibleDeviceIds(user.id);
  const { deviceId: named, groupId: groups } = query;
  const wanted =
    named.length + groups.length === 0
      ? visible
      : new Set([...named, ...groups.flatMap((groupId) => visibility.devicesBelow(groupId))]);
  return [...wanted].flatMap((id) => (visible.has(id) ? (directory.devices.get(id) ?? []) : []));
}

const unhiddenDeviceIds = ({ directory }: ReportDeps): Set<number> =>
  new Set([...directory.devices.inOrder()].flatMap((device) => (isHiddenDevice(device) ? [] : device.id)));
