import type { StoredPosition } from '@rastro/storage';
import type { Caller } from '../access/caller.ts';
import type { DeviceEntity } from '../directory/directory.ts';
import { refuse } from '../http/api-error.ts';
import type { ApiContext } from '../api/context.ts';
import { instant, integer } from '../http/input.ts';

export interface HistoryOf {
  readonly device: DeviceEntity;
  readonly from: number;
  readonly to: number;
  /** Only positions inside this geofence; null = all. */
  readonly geofenceId: number | null;
}
const PAGE_ROWS = 500;

/** Which history somebody asks for, if he may. @throws ApiError */
export function readHistoryQuery(
  { restrictions }: ApiContext,
  caller: Caller,
  query: Readonly<Record<string, unknown>>,
): HistoryOf {
  const device = restrictions.device(caller, integer(query, 'deviceId') ?? 0);
  const from = instant(query, 'from');
  const to = instant(query, 'to');
  if (from === null || to === null) throw refuse.badInput('from, to: are both needed');
  restrictions.requireHistory(caller);
  const geofenceId = integer(query, 'geofenceId');
  if (geofenceId !== null) restrictions.linked(caller, 'geofence', geofenceId);
  return { device, from, to, geofenceId };
}

export async function* historyOf(
  { storage }: ApiContext,
  { device, from, to, geofenceId }: HistoryOf,
): AsyncGenerator<readonly StoredPosition[]> {
  for await (const page of storage.history({ deviceId: device.id, from, to, pageSize: PAGE_ROWS })) {
    yield geofenceId === null ? page : page.filter((p) => p.geofenceIds?.includes(geofenceId));
  }
}
