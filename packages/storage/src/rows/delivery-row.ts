import type { DeliveryStatus } from '@rastro/fleet';
import type { StoredDelivery } from '../delivery-port.ts';
import { textOrNull, type Row } from './values.ts';

export function toDelivery(row: Row): StoredDelivery {
  return {
    id: Number(row['id']),
    userId: Number(row['user_id']),
    notificationId: Number(row['notification_id']),
    eventId: Number(row['event_id']),
    eventType: String(row['event_type']),
    deviceId: Number(row['device_id']),
    channel: String(row['channel']),
    target: textOrNull(row['target']),
    status: row['status'] as DeliveryStatus,
    reason: textOrNull(row['reason']),
    attempts: Number(row['tries']),
    createdAt: Number(row['created_at']),
    changedAt: Number(row['changed_at']),
  };
}
