import type { EventType, Knots } from '@rastro/fleet';
import type { StoredEvent, StoredPosition } from '../records.ts';

export type Row = Record<string, unknown>;

export const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));
export const parsed = (text: unknown): never => (typeof text === 'string' ? JSON.parse(text) : null) as never;

export function toPosition(row: Row): StoredPosition {
  return {
    id: row['id'] as number,
    deviceId: row['device_id'] as number,
    protocol: row['protocol'] as string,
    serverTime: row['server_time'] as number,
    deviceTime: row['device_time'] as number,
    fixTime: row['fix_time'] as number,
    valid: row['valid'] === 1,
    latitude: row['latitude'] as number,
    longitude: row['longitude'] as number,
    altitude: row['altitude'] as number,
    speed: row['speed'] as Knots,
    course: row['course'] as number,
    accuracy: row['accuracy'] as number,
    address: row['address'] as string | null,
    network: parsed(row['network']),
    geofenceIds: parsed(row['geofence_ids']),
    attributes: parsed(row['attributes']) ?? {},
    contentKey: row['content_key'] as number,
  };
}

export function toEvent(row: Row): StoredEvent {
  return {
    id: row['id'] as number,
    deviceId: row['device_id'] as number,
    type: row['type'] as EventType,
    eventTime: row['event_time'] as number,
    positionId: row['position_id'] as number,
    geofenceId: row['geofence_id'] as number,
    maintenanceId: row['maintenance_id'] as number,
    attributes: parsed(row['attributes']) ?? {},
  };
}
