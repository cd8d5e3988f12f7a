import { DAY_MS } from '@rastro/base';
import type { Clock } from '@rastro/base';
import {
  apiDate,
  attributeName,
  byUrgency,
  forecast,
  MAINTENANCE_ATTRIBUTES,
  measureOf,
  type Attributes,
  type LastService,
  type MaintenanceDue,
} from '@rastro/fleet';
import type { MaintenanceBody } from '@rastro/fleet/schemas';
import type { ServiceStorage, StoredPosition, UseOfDevice } from '@rastro/storage';
import type { WhatApplies } from '../access/what-applies.ts';
import type { CommittedStates } from '../committed/committed-devices.ts';
import type { DeviceEntity } from '../directory/directory.ts';

/** Days of real use that the forecast is based on. */
const USE_DAYS = 30;

/** A maintenance that applies to a vehicle. */
export interface Duty {
  readonly device: DeviceEntity;
  readonly maintenance: MaintenanceBody;
  /** The newest position of the vehicle; null = it never sent one. */
  readonly position: StoredPosition | null;
}

/** Maintenances that apply to some vehicles. @param isAsked By the id of a maintenance. */
export function dutiesOfDevices(
  { live, around }: { readonly live: CommittedStates; readonly around: { readonly applies: WhatApplies } },
  devices: Iterable<DeviceEntity>,
  isAsked: (maintenanceId: number) => boolean,
): readonly Duty[] {
  const duties: Duty[] = [];
  for (const device of devices) {
    for (const maintenance of around.applies.entities(device, 'maintenance')) {
      if (isAsked(maintenance.id))
        duties.push({ device, maintenance, position: live.committed(device.id).position });
    }
  }
  return duties;
}

/** Meter of a vehicle, in the unit of a maintenance; null = not reported. */
export function meterOf(type: string, position: StoredPosition | null, now: number): number | null {
  if (measureOf(type) === 'date') return now;
  const value = position && Object.hasOwn(position.attributes, type) ? position.attributes[type] : undefined;
  return typeof value === 'number' && value > 0 ? value : null;
}

/** Notice before a maintenance is due, in the unit of its type; 0 = none set. */
export function noticeBefore(brand: string, { attributes }: { readonly attributes: Attributes }): number {
  const before = attributes[attributeName(brand, MAINTENANCE_ATTRIBUTES.notice)];
  return typeof before === 'number' && before > 0 ? before : 0;
}

export const lastKey = (deviceId: number, maintenanceId: number): string => `${deviceId}:${maintenanceId}`;

/** Last services, by `lastKey`. */
export async function lastByKey(
  storage: Pick<ServiceStorage, 'lastServices'>,
  deviceIds: readonly number[] | null,
): Promise<ReadonlyMap<string, LastService>> {
  const rows = await storage.lastServices(deviceIds);
  return new Map(rows.map((row) => [lastKey(row.deviceId, row.maintenanceId), row]));
}

/** Due time of each duty, overdue first, by derived history of the last 30 days. */
export async function dueList(
  {
    storage,
    clock,
    brand,
  }: { readonly storage: ServiceStorage; readonly clock: Clock; readonly brand: string },
  duties: readonly Duty[],
): Promise<readonly MaintenanceDue[]> {
  const now = clock.now();
  const today = Math.floor(now / DAY_MS);
  const ids = [...new Set(duties.map(({ device }) => device.id))];
  const [last, use] = await Promise.all([
    lastByKey(storage, ids),
    storage.useOfDevices(ids, today - USE_DAYS + 1, today),
  ]);
  const useOf = new Map(use.map((each) => [each.deviceId, each]));
  return duties
    .map(({ device, maintenance, position }): MaintenanceDue => {
      const value = meterOf(maintenance.type, position, now);
      const done = last.get(lastKey(device.id, maintenance.id)) ?? null;
      const perDay = usePerDay(maintenance.type, useOf.get(device.id), today);
      const before = noticeBefore(brand, maintenance);
      const { state, due, dueTime } = forecast(maintenance, { value, last: done, perDay, before, now });
      return {
        maintenanceId: maintenance.id,
        deviceId: device.id,
        deviceName: device.name,
        state,
        value,
        due,
        perDay,
        dueTime: dueTime === null ? null : apiDate(Date.parse(dueTime)),
        lastTime: done === null ? null : apiDate(done.time),
      };
    })
    .toSorted(byUrgency);
}

/** Metres or milliseconds a day, since the first of those days on which it did something; null = nothing is known. */
function usePerDay(type: string, use: UseOfDevice | undefined, today: number): number | null {
  const measure = measureOf(type);
  if (!use || (measure !== 'distance' && measure !== 'hours')) return null;
  const amount = measure === 'distance' ? use.distanceM : use.engineS * 1000;
  return amount > 0 ? amount / (today - use.firstDay + 1) : null;
}
