import type { DatabaseSync } from 'node:sqlite';
import type { DeliveryQuery, StoredDelivery } from '../delivery-port.ts';
import { REMOVED_AT_ONCE } from '../removed-at-once.ts';
import type { Lease } from '../lease-port.ts';
import type { StoredEvent } from '../records.ts';
import { toEvent } from '../rows/values.ts';
import { leaseCheck } from './lease-methods.ts';
import { inTransaction } from './in-transaction.ts';
import { toDelivery } from '../rows/delivery-row.ts';

type NewDelivery = Omit<StoredDelivery, 'id'>;

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
  const takeOut = db.prepare('DELETE FROM outbox WHERE event_id = ?');
  const requireLease = leaseCheck(db);
  const insertOne = (d: NewDelivery): number | null => {
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
  };
  return {
    insertDeliveries: (deliveries: readonly NewDelivery[], under?: Lease): (number | null)[] =>
      inTransaction(db, () => {
        requireLease(under);
        return deliveries.map(insertOne);
      }),
    settleOutbox: (
      {
        eventIds,
        deliveries,
      }: { readonly eventIds: readonly number[]; readonly deliveries: readonly NewDelivery[] },
      under: Lease,
    ): (number | null)[] =>
      inTransaction(db, () => {
        requireLease(under);
        for (const id of eventIds) takeOut.run(id);
        return deliveries.map(insertOne);
      }),
    updateDeliveries: (deliveries: readonly StoredDelivery[], under?: Lease): void =>
      inTransaction(db, () => {
        requireLease(under);
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
  const outbox = db.prepare(
    'SELECT e.* FROM outbox o JOIN events e ON e.id = o.event_id ORDER BY o.event_id LIMIT ?',
  );
  return {
    outbox: (limit: number): StoredEvent[] => outbox.all(limit).map(toEvent),
    deliveries: ({ userId, from, to, limit, offset }: DeliveryQuery): StoredDelivery[] =>
      (userId === null ? all.all(from, to, limit, offset) : ofUser.all(userId, from, to, limit, offset)).map(
        toDelivery,
      ),
    openDeliveries: (): StoredDelivery[] => open.all().map(toDelivery),
  };
}
