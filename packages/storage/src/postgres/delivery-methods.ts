import type { DeliveryStorage, StoredDelivery } from '../delivery-port.ts';
import type { Lease } from '../lease-port.ts';
import { REMOVED_AT_ONCE } from '../removed-at-once.ts';
import { toDelivery } from '../rows/delivery-row.ts';
import { toEvent } from '../rows/values.ts';
import { columnsOf } from './bound.ts';
import { requireLease } from './lease-methods.ts';
import type { PostgresDatabase, Queries } from './postgres-database.ts';

/** Notifications to users, and their outcome. */
export const deliveryMethods = (db: PostgresDatabase): DeliveryStorage => ({
  insertDeliveries: (deliveries, under) =>
    underLease(db, under, (queries) => insertDeliveries(queries, deliveries)),
  settleOutbox: ({ eventIds, deliveries }, under) =>
    underLease(db, under, async (queries) => {
      await queries.run('DELETE FROM outbox WHERE event_id = ANY($1::bigint[])', [eventIds]);
      return insertDeliveries(queries, deliveries);
    }),
  async outbox(limit) {
    const sql = 'SELECT e.* FROM outbox o JOIN events e ON e.id = o.event_id ORDER BY o.event_id LIMIT $1';
    return (await db.all(sql, [limit])).map(toEvent);
  },
  async updateDeliveries(deliveries, under) {
    if (deliveries.length === 0) return;
    const update = (queries: Queries) =>
      queries.run(
        `UPDATE deliveries SET target = changed.target, status = changed.status, reason = changed.reason,
         tries = changed.tries, changed_at = changed.at
       FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::int[], $6::bigint[])
         AS changed (id, target, status, reason, tries, at) WHERE deliveries.id = changed.id`,
        columnsOf(deliveries, (d) => [d.id, d.target, d.status, d.reason, d.attempts, d.changedAt]),
      );
    await underLease(db, under, update);
  },
  async deliveries({ userId, from, to, limit, offset }) {
    const rows = await db.all(
      `SELECT * FROM deliveries WHERE ($1::bigint IS NULL OR user_id = $1) AND created_at BETWEEN $2 AND $3
       ORDER BY created_at DESC, id DESC LIMIT $4 OFFSET $5`,
      [userId, from, to, limit, offset],
    );
    return rows.map(toDelivery);
  },
  async openDeliveries() {
    const sql = `SELECT * FROM deliveries WHERE status IN ('waiting', 'sending') ORDER BY id`;
    return (await db.all(sql)).map(toDelivery);
  },
  async removeDeliveriesBefore(instant) {
    await db.run(
      `DELETE FROM deliveries WHERE id IN (SELECT id FROM deliveries WHERE created_at < $1
       AND status NOT IN ('waiting', 'sending') ORDER BY created_at LIMIT ${REMOVED_AT_ONCE})`,
      [instant],
    );
  },
});

/** One statement needs no transaction, unless a lease is to be checked with it. */
const underLease = <T>(
  db: PostgresDatabase,
  under: Lease | undefined,
  work: (queries: Queries) => Promise<T>,
): Promise<T> =>
  under
    ? db.transaction(async (queries) => {
        await requireLease(queries, under);
        return work(queries);
      })
    : work(db);

async function insertDeliveries(
  db: Queries,
  deliveries: readonly Omit<StoredDelivery, 'id'>[],
): Promise<readonly (number | null)[]> {
  if (deliveries.length === 0) return [];
  const rows = await db.all(
    `INSERT INTO deliveries (user_id, notification_id, event_id, event_type, device_id, channel, target, status,
       reason, tries, created_at, changed_at)
     SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[], $5::bigint[], $6::text[], $7::text[],
       $8::text[], $9::text[], $10::int[], $11::bigint[], $12::bigint[])
     ON CONFLICT (event_id, notification_id, user_id, channel, event_type) WHERE event_id > 0 DO NOTHING
     RETURNING *`,
    columnsOf(deliveries, (d) => [
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
    ]),
  );
  // They come in the order given: what is not the next one was there already.
  const stored = rows.map(toDelivery).values();
  let next = stored.next().value;
  return deliveries.map((delivery) => {
    if (!next || keyOf(next) !== keyOf(delivery)) return null;
    const { id } = next;
    next = stored.next().value;
    return id;
  });
}

const keyOf = (d: Omit<StoredDelivery, 'id'>): string =>
  JSON.stringify([d.eventId, d.notificationId, d.userId, d.channel, d.eventType]);
