import type { DatabaseSync } from 'node:sqlite';
import type { CivilDate } from '@rastro/fleet/billing';
import type { CustomerCheck, StoredCustomer } from '../customer-port.ts';
import { inTransaction } from './in-transaction.ts';
import { billedDevicesOf, toCustomer } from '../rows/customer-rows.ts';
import type { WithinCommit } from './within-commit.ts';

export function customerReads(db: DatabaseSync) {
  const some = db.prepare(
    'SELECT * FROM billed_customers WHERE customer_id IN (SELECT value FROM json_each(?)) ORDER BY customer_id',
  );
  const unseen = db.prepare(
    `SELECT * FROM billed_customers WHERE is_active = 1 AND looked_on <> ? AND customer_id > ?
     ORDER BY customer_id LIMIT ?`,
  );
  const devices = db.prepare(
    `SELECT * FROM billed_devices WHERE customer_id IN (SELECT value FROM json_each(?))
     ORDER BY customer_id, device_id, from_day`,
  );
  const sum = 'SELECT count(*) AS count, coalesce(sum(forecast), 0) AS value FROM billed_customers';
  const allForecast = db.prepare(`${sum} WHERE is_active = 1`);
  const someForecast = db.prepare(
    `${sum} WHERE is_active = 1 AND issuer_id IN (SELECT value FROM json_each(?))`,
  );
  return {
    customers: (ids: readonly number[]): readonly StoredCustomer[] =>
      some.all(JSON.stringify(ids)).map(toCustomer),
    customersUnseen: (day: CivilDate, afterId: number, limit: number): readonly StoredCustomer[] =>
      unseen.all(day, afterId, limit).map(toCustomer),
    devicesOfCustomers: (ids: readonly number[]) => {
      return billedDevicesOf(devices.all(JSON.stringify(ids)));
    },
    forecastSum: (issuers: readonly number[] | null) => {
      const row = issuers === null ? allForecast.get() : someForecast.get(JSON.stringify(issuers));
      return { count: Number(row?.['count'] ?? 0), value: Number(row?.['value'] ?? 0) };
    },
  };
}

export function customerWrites(db: DatabaseSync, { requireLease }: WithinCommit) {
  const put = db.prepare('INSERT OR REPLACE INTO billed_customers VALUES (?, ?, ?, ?, ?, ?)');
  const forget = db.prepare('DELETE FROM billed_devices WHERE customer_id = ?');
  const add = db.prepare('INSERT INTO billed_devices VALUES (?, ?, ?, ?, ?)');
  return {
    saveCustomerCheck: ({ customers, devices, under }: CustomerCheck): void =>
      inTransaction(db, () => {
        requireLease(under);
        for (const { customerId, issuerId, nextMonth, checkedOn, isActive, forecast } of customers)
          put.run(customerId, issuerId, nextMonth, checkedOn, isActive ? 1 : 0, forecast);
        for (const { customerId, rows } of devices) {
          forget.run(customerId);
          for (const { deviceId, monthlyValue, from, until } of rows)
            add.run(customerId, deviceId, from ?? '', until ?? '', monthlyValue);
        }
      }),
  };
}
