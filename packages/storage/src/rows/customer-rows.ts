import type { BilledDevice, CivilDate } from '@rastro/fleet/billing';
import type { StoredCustomer } from '../customer-port.ts';
import { dayIn, monthIn } from './invoice-rows.ts';
import { isTrue, type Row } from './values.ts';

export const toCustomer = (row: Row): StoredCustomer => ({
  customerId: Number(row['customer_id']),
  issuerId: Number(row['issuer_id']),
  nextMonth: monthIn(row['next_month']),
  checkedOn: dayIn(row['looked_on']),
  isActive: isTrue(row['is_active']),
  forecast: Number(row['forecast']),
});

const maybeDay = (value: unknown): CivilDate | null => (value === '' ? null : dayIn(value));

/** By customer, in the order of the rows. */
export function billedDevicesOf(
  rows: readonly Row[],
): readonly { readonly customerId: number; readonly rows: readonly BilledDevice[] }[] {
  const found = new Map<number, BilledDevice[]>();
  for (const row of rows) {
    const customerId = Number(row['customer_id']);
    const own = found.get(customerId) ?? [];
    own.push({
      deviceId: Number(row['device_id']),
      monthlyValue: Number(row['monthly_value']),
      from: maybeDay(row['from_day']),
      until: maybeDay(row['until_day']),
    });
    found.set(customerId, own);
  }
  return [...found].map(([customerId, own]) => ({ customerId, rows: own }));
}
