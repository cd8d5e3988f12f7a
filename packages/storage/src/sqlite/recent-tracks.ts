import type { DatabaseSync } from 'node:sqlite';
import type { StoredTrackPoint, TrackPosition } from '../records.ts';
import { arrivalReads } from './arrival-reads.ts';
import { historyById } from './history-by-id.ts';
import { trackForm } from './history-forms.ts';
import { historyPages } from './history-pages.ts';
import { inOneState } from './in-transaction.ts';

/** A device, and its latest position. */
export type LatestOfDevice = readonly [deviceId: number, positionId: number];

/** Reads the last stretch of many devices at once. */
export function recentTrackReads(
  db: DatabaseSync,
): (windowMs: number, devices: readonly LatestOfDevice[]) => StoredTrackPoint[] {
  const arrivals = arrivalReads(db);
  const { positionsById } = historyById(db);
  const { after } = historyPages(db, trackForm(['distance']), arrivals);
  /** The newest position of each device. */
  const endsOf = (devices: readonly LatestOfDevice[]): ReadonlyMap<number, number> => {
    const ends = new Map<number, number>();
    const others: number[] = [];
    for (const [deviceId, id] of devices) {
      const arrived = arrivals.recordsOf(deviceId).findLast((record) => record.id === id);
      if (arrived) ends.set(deviceId, arrived.fixTime);
      else if (id > 0) others.push(id);
    }
    for (const { deviceId, fixTime } of positionsById(others)) ends.set(deviceId, fixTime);
    return ends;
  };
  const tracksOf = (windowMs: number, devices: readonly LatestOfDevice[]): StoredTrackPoint[] => {
    const ends = endsOf(devices);
    return devices.flatMap(([deviceId]) => {
      const end = ends.get(deviceId);
      if (end === undefined) return [];
      const from = { time: end - windowMs - 1, deviceTime: Number.MAX_SAFE_INTEGER, key: 0 };
      const { items } = after({ deviceId, from, end, limit: Infinity, clockAheadMs: null });
      return items.map((position) => pointOf(deviceId, position));
    });
  };
  return (windowMs, devices) =>
    inOneState(db, () =>
      arrivals.withRecordsOf(
        devices.map(([deviceId]) => deviceId),
        () => tracksOf(windowMs, devices),
      ),
    );
}

const pointOf = (deviceId: number, position: TrackPosition): StoredTrackPoint => ({
  deviceId,
  positionId: position.id,
  time: position.fixTime,
  latitude: position.latitude,
  longitude: position.longitude,
  distance: Number(position.attributes['distance'] ?? 0),
});
