import type { EventType } from '@rastro/fleet';
import type { RawEvent, StoredEvent } from '../records.ts';
import { parsed } from './values.ts';

/** Columns of an event, as its row has them when it comes as a list. */
export const EVENT_COLUMNS =
  'id, device_id, type, event_time, position_id, geofence_id, maintenance_id, attributes';

export const toRawEvent = (row: readonly unknown[]): RawEvent => ({
  id: Number(row[0]),
  deviceId: Number(row[1]),
  type: row[2] as EventType,
  eventTime: Number(row[3]),
  positionId: Number(row[4]),
  geofenceId: Number(row[5]),
  maintenanceId: Number(row[6]),
  attributes: String(row[7]),
});

export function toStoredEvent(row: readonly unknown[]): StoredEvent {
  const raw = toRawEvent(row);
  return { ...raw, attributes: parsed(raw.attributes) ?? {} };
}
