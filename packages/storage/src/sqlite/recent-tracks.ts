import type { DatabaseSync } from 'node:sqlite';
import type { StoredTrackPoint, TrackPosition } from '../records.ts';
import { arrayRows, type ArrayRow } from './array-rows.ts';
import { historyById } from './history-by-id.ts';
import { trackForm } from './history-forms.ts';
import { historyPages } from './history-pages.ts';
import { inOneState } from './in-transaction.ts';
import { PACKED_UP_TO } from './packed-runs.ts';

const STATES = `(SELECT device_id, position_id FROM device_states WHERE device_id > ?1 ORDER BY device_id LIMIT ?2) s`;

/** Reads the last stretch of many devices at once: all in one query, but for those that have packed records in theirs. */
export function recentTrackReads(
  db: DatabaseSync,
): (windowMs: number, afterDevice: number, devices: number) => StoredTrackPoint[] {
  const inRows = arrayRows(
    db,
    `SELECT p.device_id, p.id, p.fix_time, p.latitude, p.longitude, p.attributes ->> 'distance'
     FROM ${STATES}
     JOIN positions l ON l.id = s.position_id
     JOIN positions p ON p.device_id = s.device_id AND p.fix_time BETWEEN l.fix_time - ?3 AND l.fix_time
     ORDER BY p.device_id, p.fix_time, p.device_time`,
  );
  const packed = arrayRows(
    db,
    `SELECT s.device_id, s.position_id FROM ${STATES} LEFT JOIN positions l ON l.id = s.position_id
     WHERE s.position_id > 0 AND ${PACKED_UP_TO} >= ifnull(l.fix_time - ?3, ${Number.MIN_SAFE_INTEGER})`,
  );
  const { positionsById } = historyById(db);
  const { after } = historyPages(db, trackForm(['distance']));
  const trackOf = (deviceId: number, latestId: number, windowMs: number): StoredTrackPoint[] => {
    const [latest] = positionsById([latestId]);
    if (!latest) return [];
    const end = latest.fixTime;
    const from = { time: end - windowMs - 1, deviceTime: Number.MAX_SAFE_INTEGER, key: 0 };
    const { items } = after({ deviceId, from, end, limit: Infinity, clockAheadMs: null });
    return items.map((position) => pointOf(deviceId, position));
  };
  return (windowMs, afterDevice, devices) =>
    inOneState(db, () => {
      const rows = inRows(afterDevice, devices, windowMs);
      const others = new Map(
        packed(afterDevice, devices, windowMs).map(([id, latest]) => [Number(id), Number(latest)]),
      );
      const points = rows.filter(([deviceId]) => !others.has(Number(deviceId))).map(toPoint);
      for (const [deviceId, latestId] of others) points.push(...trackOf(deviceId, latestId, windowMs));
      return others.size === 0 ? points : points.toSorted((a, b) => a.deviceId - b.deviceId);
    });
}

const pointOf = (deviceId: number, position: TrackPosition): StoredTrackPoint => ({
  deviceId,
  positionId: position.id,
  time: position.fixTime,
  latitude: position.latitude,
  longitude: position.longitude,
  distance: Number(position.attributes['distance'] ?? 0),
});

const toPoint = ([deviceId, id, time, latitude, longitude, distance]: ArrayRow): StoredTrackPoint => ({
  deviceId: Number(deviceId),
  positionId: Number(id),
  time: Number(time),
  latitude: Number(latitude),
  longitude: Number(longitude),
  distance: Number(distance ?? 0),
});
