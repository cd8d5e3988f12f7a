import type { DatabaseSync } from 'node:sqlite';
import type { DeliveryQuery, StoredDelivery } from '../delivery-port.ts';
import { REMOVED_AT_ONCE } from '../removed-at-once.ts';
import { inTransaction } from './in-transaction.ts';
import { toDelivery } from '../rows/delivery-row.ts';

export function deliveryWrites(db: DatabaseSync) {
  const insert = db.prepare(
    `INSERT OR IGNORE INTO deliveries (user_id, notification_id, event_id, event_type, device_id, channel, target,
     status, reason, tries, created_at, changed_at) VALUES (${'?,'.repeat(11)}?)`,
  );
  const update = db.prepare(
    'UPDATE deliveries SET target = ?, status = ?, reason = ?, tries = ?, changed_at = ? WHERE id = ?',
  );
  const removeBefore = db.prepare(
    `DELETE FROM deliveries WHERE id IN (SELECT id FROM deliveries WHERE created_at < ?
     AND status NOT IN ('waiting', 'sending') ORDER BY created_at LIMIT ${REMOVED_AT_ONCE})`,
  );
  return {
    insertDeliveries: (deliveries: readonly Omit<StoredDelivery, 'id'>[]): (number | null)[] =>
      inTransaction(db, () =>
        deliveries.map((d) => {
          const { changes, lastInsertRowid } = insert.run(
            d.userId,
            d.notificationId,
            d.eventId,
            d.eventType,
            d.deviceId,
            d.channel,
            d.target,
            d.status,
            d.reason,
            d.attempts,
            d.createdAt,
            d.changedAt,
          );
          return changes === 0 ? null : Number(lastInsertRowid);
        }),
      ),
    updateDeliveries: (deliveries: readonly StoredDelivery[]): void =>
      inTransaction(db, () => {
        for (const d of deliveries) update.run(d.target, d.status, d.reason, d.attempts, d.changedAt, d.id);
      }),
    removeDeliveriesBefore: (instant: number): void => {
      removeBefore.run(instant);
    },
  };
}

export function deliveryReads(db: DatabaseSync) {
  const page = (where: string) =>
    db.prepare(
      `SELECT * FROM deliveries WHERE ${where} created_at BETWEEN ? AND ? ORDER BY created_at DESC, id DESC LIMIT ? OFFSET ?`,
    );
  const ofUser = page('user_id = ? AND');
  const all = page('');
  const open = db.prepare(`SELECT * FROM deliveries WHERE status IN ('waiting', 'sending') ORDER BY id`);
  return {
    deliveries: ({ userId, from, to, limit, offset }: DeliveryQuery): StoredDelivery[] =>
      (userId === null ? all.all(from, to, limit, offset) : ofUser.all(userId, from, to, limit, offset)).map(
        toDelivery,
      ),
    openDeliveries: (): StoredDelivery[] => open.all().map(toDelivery),
  };
}
