import type { EventType } from '@rastro/fleet';
import type { StoredEvent } from '../records.ts';

export type Row = Record<string, unknown>;

export const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));
export const parsed = (text: unknown): never => (typeof text === 'string' ? JSON.parse(text) : null) as never;

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
