import type { LatLng, TotalsItem } from '@rastro/fleet';
import { instant, placeText } from './report-kind.ts';
import type { RowNames } from '../report-row.ts';

/** Columns that many reports have. */
export const VEHICLE = {
  id: 'vehicle',
  form: 'text',
  value: ({ deviceId }: { readonly deviceId: number }, names: RowNames) => names.device(deviceId),
} as const;
/** Of a report that has a line for each vehicle, driver or group. */
export const LINE_NAME = {
  id: 'name',
  form: 'name',
  value: ({ deviceId, driverName, driverUniqueId, groupName }: LineOf, names: RowNames): string | null =>
    deviceId > 0 ? names.device(deviceId) : (driverName ?? driverUniqueId ?? groupName),
} as const;
type LineOf = Pick<TotalsItem, 'deviceId' | 'driverName' | 'driverUniqueId' | 'groupName'>;
export const START = {
  id: 'start',
  form: 'moment',
  value: ({ startTime }: { readonly startTime: string }) => instant(startTime),
} as const;
export const END = {
  id: 'end',
  form: 'moment',
  value: ({ endTime }: { readonly endTime: string }) => instant(endTime),
} as const;
export const DURATION = {
  id: 'duration',
  form: 'duration',
  total: 'sum',
  value: ({ duration }: { readonly duration: number }) => duration,
} as const;
export const DISTANCE = {
  id: 'distance',
  form: 'distance',
  total: 'sum',
  value: ({ distance }: { readonly distance: number | null }) => distance,
} as const;
export const MAX_SPEED = {
  id: 'maxSpeed',
  form: 'speed',
  total: 'most',
  value: ({ maxSpeed }: { readonly maxSpeed: number }) => maxSpeed,
} as const;
export const AVERAGE_SPEED = {
  id: 'averageSpeed',
  form: 'speed',
  value: ({ averageSpeed }: { readonly averageSpeed: number }) => averageSpeed,
} as const;
export const SPENT_FUEL = {
  id: 'spentFuel',
  form: 'litres',
  total: 'sum',
  value: ({ spentFuel }: { readonly spentFuel: number | null }) => spentFuel,
} as const;
export const COST = {
  id: 'cost',
  form: 'money',
  total: 'sum',
  value: ({ cost }: { readonly cost: number | null }) => cost,
} as const;
export const ENGINE_HOURS = {
  id: 'engineHours',
  form: 'duration',
  total: 'sum',
  value: ({ engineHours }: { readonly engineHours: number }) => engineHours,
} as const;
export const PLACE = {
  id: 'place',
  form: 'text',
  value: (item: LatLng & { readonly address: string | null }) => placeText(item.address, item),
} as const;
export const DRIVER = {
  id: 'driver',
  form: 'text',
  value: (item: { readonly driverName: string | null; readonly driverUniqueId: string | null }) =>
    item.driverName ?? item.driverUniqueId,
} as const;
export const REASONS = [
  {
    id: 'startReason',
    form: 'reason',
    value: ({ startReason }: { readonly startReason: string | null }) => startReason,
  },
  {
    id: 'endReason',
    form: 'reason',
    value: ({ endReason }: { readonly endReason: string | null }) => endReason,
  },
] as const;
export const ODOMETERS = [
  {
    id: 'startOdometer',
    form: 'distance',
    isExtra: true,
    value: ({ startOdometer }: { readonly startOdometer: number }) => startOdometer,
  },
  {
    id: 'endOdometer',
    form: 'distance',
    isExtra: true,
    value: ({ endOdometer }: { readonly endOdometer: number }) => endOdometer,
  },
] as const;

export const spanOf = (item: { readonly startTime: string; readonly endTime: string }) =>
  [item.startTime, item.endTime] as const;
export const pointOf = ({ latitude, longitude }: LatLng): LatLng => ({ latitude, longitude });
