import { splitKey, type TrackingKey } from '@rastro/fleet/api';
import { DAY_MS } from '@rastro/base';
import type { User } from '@rastro/fleet';
import type { Tracker } from '@rastro/tracker';
import type { WantedDevice } from './history-copy.ts';
import type { Period } from './traccar-reader.ts';

/** History that a request is about. */
export interface WantedHistory {
  readonly devices: readonly WantedDevice[];
  readonly period: Period;
}

/**
 * Finds the devices and the period of a report, a track or a file. Null = there is none, or more than may be asked for:
 * the route itself says why.
 * @param visible Devices that the caller sees.
 */
export function wantedHistory(
  { key, url, user }: { readonly key: TrackingKey; readonly url: string; readonly user: User },
  visible: readonly WantedDevice[],
  { directory, maxDeviceDays }: { readonly directory: Tracker['directory']; readonly maxDeviceDays: number },
): WantedHistory | null {
  const [path = '', search = ''] = url.split('?', 2);
  const query = new URLSearchParams(search);
  const period = { from: Date.parse(query.get('from') ?? ''), to: Date.parse(query.get('to') ?? '') };
  if (!Number.isFinite(period.from) || !Number.isFinite(period.to) || period.to < period.from) return null;
  const named = new Set(query.getAll('deviceId').map(Number));
  if (splitKey(key).path === '/tracks/:id') named.add(Number(path.split('/').at(-1)));
  const groups = new Set(query.getAll('groupId').map(Number));
  const isOfAll = named.size + groups.size === 0;
  const linked = directory.links.of('user', user.id, 'device');
  // In a report on a driver an administrator gets every vehicle.
  const seesAll = user.administrator && query.has('driver');
  const devices = visible.filter(({ id }) => {
    if (isOfAll) return seesAll || linked.has(id);
    return named.has(id) || isBelow(directory, id, groups);
  });
  const days = Math.max(1, Math.ceil((period.to - period.from) / DAY_MS));
  return devices.length === 0 || devices.length * days > maxDeviceDays ? null : { devices, period };
}

function isBelow(
  { devices, groups }: Tracker['directory'],
  deviceId: number,
  wanted: ReadonlySet<number>,
): boolean {
  if (wanted.size === 0) return false;
  const seen = new Set<number>();
  for (let id = devices.get(deviceId)?.groupId ?? 0; id !== 0 && !seen.has(id);) {
    if (wanted.has(id)) return true;
    seen.add(id);
    id = groups.get(id)?.groupId ?? 0;
  }
  return false;
}
