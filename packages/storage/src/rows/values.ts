import type { DeviceStatus, EventType } from '@rastro/fleet';
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

/** Only what a port was given is stored. */
export const toDeviceStatus = (value: unknown): DeviceStatus => value as DeviceStatus;

/** Flags are 1 and 0 in SQLite. */
export const isTrue = (value: unknown): boolean => value === 1 || value === true;
export const numberOrNull = (value: unknown): number | null => (typeof value === 'number' ? value : null);
export const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Pattern of LIKE for a text anywhere; its signs stand for themselves (ESCAPE '\\'). */
export const patternOf = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
