import type { CustomerCheck, CustomerStorage } from '../customer-port.ts';
import { billedDevicesOf, toCustomer } from '../rows/customer-rows.ts';
import { columnsOf } from './bound.ts';
import { requireLease } from './lease-methods.ts';
import type { PostgresDatabase, Queries } from './postgres-database.ts';

/** Monthly customers, and the ownership of their vehicles over time. */
export const customerMethods = (db: PostgresDatabase): CustomerStorage => ({
  async customers(ids) {
    const sql = 'SELECT * FROM billed_customers WHERE customer_id = ANY($1::bigint[]) ORDER BY customer_id';
    return (await db.all(sql, [ids])).map(toCustomer);
  },
  async customersUnseen(day, afterId, limit) {
    const rows = await db.all(
      `SELECT * FROM billed_customers WHERE is_active AND looked_on <> $1 AND customer_id > $2
       ORDER BY customer_id LIMIT $3`,
      [day, afterId, limit],
    );
    return rows.map(toCustomer);
  },
  async devicesOfCustomers(ids) {
    const rows = await db.all(
      `SELECT * FROM billed_devices WHERE customer_id = ANY($1::bigint[])
       ORDER BY customer_id, device_id, from_day`,
      [ids],
    );
    return billedDevicesOf(rows);
  },
  saveCustomerCheck: ({ customers, devices, under }) =>
    db.transaction(async (queries) => {
      await requireLease(queries, under);
      await putCustomers(queries, customers);
      await replaceDevices(queries, devices);
    }),
  async forecastSum(issuers) {
    const [row] = await db.all(
      `SELECT count(*) AS count, coalesce(sum(forecast), 0)::bigint AS value FROM billed_customers
       WHERE is_active AND ($1::bigint[] IS NULL OR issuer_id = ANY($1))`,
      [issuers],
    );
    return { count: Number(row?.['count'] ?? 0), value: Number(row?.['value'] ?? 0) };
  },
});

async function putCustomers(queries: Queries, customers: CustomerCheck['customers']): Promise<void> {
  if (customers.length === 0) return;
  await queries.run(
    `INSERT INTO billed_customers
     SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::boolean[], $6::bigint[])
     ON CONFLICT (customer_id) DO UPDATE SET issuer_id = excluded.issuer_id, next_month = excluded.next_month,
     looked_on = excluded.looked_on, is_active = excluded.is_active, forecast = excluded.forecast`,
    columnsOf(customers, (c) => [c.customerId, c.issuerId, c.nextMonth, c.checkedOn, c.isActive, c.forecast]),
  );
}

async function replaceDevices(queries: Queries, devices: CustomerCheck['devices']): Promise<void> {
  const changed = devices.map(({ customerId }) => customerId);
  await queries.run('DELETE FROM billed_devices WHERE customer_id = ANY($1::bigint[])', [changed]);
  const rows = devices.flatMap(({ customerId, rows: own }) => own.map((row) => ({ customerId, ...row })));
  if (rows.length === 0) return;
  await queries.run(
    `INSERT INTO billed_devices
     SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::bigint[])`,
    columnsOf(rows, (row) => [
      row.customerId,
      row.deviceId,
      row.from ?? '',
      row.until ?? '',
      row.monthlyValue,
    ]),
  );
}
