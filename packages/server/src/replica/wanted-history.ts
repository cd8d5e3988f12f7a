import { splitKey, type TrackingKey } from '@rastro/fleet/api';
import { DAY_MS } from '@rastro/base';
import type { User } from '@rastro/fleet';
import { REPORT_TYPES } from '@rastro/fleet/schemas';
import { periodRead, type Tracker } from '@rastro/tracker';
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
  const period = periodOf(key, query);
  if (period === null) return null;
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

/** All that is read for an answer; null = there is none, or none that can be read. */
function periodOf(key: TrackingKey, query: URLSearchParams): Period | null {
  const instant = (name: string): number => Date.parse(query.get(name) ?? '');
  const [from, to] = [instant('from'), instant('to')];
  if (!Number.isFinite(from) || !Number.isFinite(to) || to < from) return null;
  const [comparedFrom, comparedTo] = [instant('comparedFrom'), instant('comparedTo')].map((at) =>
    Number.isFinite(at) ? at : null,
  );
  const name = splitKey(key).path.split('/')[2];
  const type = REPORT_TYPES.find((each) => each === name);
  if (!type) return { from, to };
  try {
    return periodRead(type, { from, to, comparedFrom: comparedFrom ?? null, comparedTo: comparedTo ?? null });
  } catch {
    // The route itself says what is wrong.
    return null;
  }
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
