import type { Storage, StoredPosition } from '@rastro/storage';
import type { Caller } from '../access/caller.ts';
import type { Restrictions } from '../access/restrictions.ts';
import type { DeviceEntity } from '../directory/directory.ts';

export interface HistoryOf {
  readonly device: DeviceEntity;
  readonly from: number;
  readonly to: number;
  /** Only positions inside this geofence; null = all. */
  readonly geofenceId: number | null;
}
interface AskedHistory extends Omit<HistoryOf, 'device'> {
  readonly deviceId: number;
}
const PAGE_ROWS = 500;

/** History that a caller asks for, if allowed. @throws AppError */
export function askedHistory(
  restrictions: Restrictions,
  caller: Caller,
  { deviceId, from, to, geofenceId }: AskedHistory,
): HistoryOf {
  const device = restrictions.device(caller, deviceId);
  const { share } = caller.user;
  // A guest reads no reports, but may see the track since the share began.
  if (share === undefined) restrictions.requireHistory(caller);
  if (geofenceId !== null) restrictions.linked(caller, 'geofence', geofenceId);
  const since = share === undefined || share.history ? from : Math.max(from, Date.parse(share.createdTime));
  return { device, from: since, to, geofenceId };
}

export async function* historyOf(
  storage: Storage,
  { device, from, to, geofenceId }: HistoryOf,
): AsyncGenerator<readonly StoredPosition[]> {
  for await (const page of storage.history({ deviceId: device.id, from, to, pageSize: PAGE_ROWS })) {
    yield geofenceId === null ? page : page.filter((p) => p.geofenceIds?.includes(geofenceId));
  }
}

/** The same of all geofences, as JSON. */
export const historyJsonOf = (
  storage: Storage,
  { device, from, to }: Omit<HistoryOf, 'geofenceId'>,
): AsyncIterable<Uint8Array> => storage.historyJson({ deviceId: device.id, from, to, pageSize: PAGE_ROWS });
