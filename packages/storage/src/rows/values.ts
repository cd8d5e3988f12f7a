import type { EventType } from '@rastro/fleet';
import type { StoredEvent } from '../records.ts';

export type Row = Record<string, unknown>;

export const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));
export const parsed = (text: unknown): never => (typeof text === 'string' ? JSON.parse(text) : null) as never;

export function toEvent(row: Row): StoredEvent {
  return {
    id: Number(row['id']),
    deviceId: Number(row['device_id']),
    type: row['type'] as EventType,
    eventTime: Number(row['event_time']),
    positionId: Number(row['position_id']),
    geofenceId: Number(row['geofence_id']),
    maintenanceId: Number(row['maintenance_id']),
    attributes: parsed(row['attributes']) ?? {},
  };
}
