import type { DeliveryStatus } from '@rastro/fleet';
import type { StoredDelivery } from '../delivery-port.ts';
import type { Row } from './values.ts';

export function toDelivery(row: Row): StoredDelivery {
  return {
    id: row['id'] as number,
    userId: row['user_id'] as number,
    notificationId: row['notification_id'] as number,
    eventId: row['event_id'] as number,
    eventType: row['event_type'] as string,
    deviceId: row['device_id'] as number,
    channel: row['channel'] as string,
    target: row['target'] as string | null,
    status: row['status'] as DeliveryStatus,
    reason: row['reason'] as string | null,
    attempts: row['tries'] as number,
    createdAt: row['created_at'] as number,
    changedAt: row['changed_at'] as number,
  };
}
