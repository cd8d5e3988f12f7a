import type { BilledDevice, CivilDate, CivilMonth } from '@rastro/fleet/billing';
import type { Lease } from './lease-port.ts';

/** A paying customer, as the last check found them. */
export interface StoredCustomer {
  readonly customerId: number;
  /** 0 = the installation. */
  readonly issuerId: number;
  /** First month whose invoice is not made. */
  readonly nextMonth: CivilMonth;
  readonly checkedOn: CivilDate;
  /** False = no longer a customer. */
  readonly isActive: boolean;
  /** Forecast of their next invoice, in cents. */
  readonly forecast: number;
}
/** Results of a check, stored together. */
export interface CustomerCheck {
  readonly customers: readonly StoredCustomer[];
  /** All rows of customers with a change. */
  readonly devices: readonly { readonly customerId: number; readonly rows: readonly BilledDevice[] }[];
  /** Nothing is stored when another holder has the lease by now. */
  readonly under?: Lease;
}

/** Monthly customers, and the ownership of their vehicles over time. */
export interface CustomerStorage {
  customers(ids: readonly number[]): Promise<readonly StoredCustomer[]>;
  /** Active ones that were not seen on a day, above an id, in order. */
  customersUnseen(day: CivilDate, afterId: number, limit: number): Promise<readonly StoredCustomer[]>;
  devicesOfCustomers(
    ids: readonly number[],
  ): Promise<readonly { readonly customerId: number; readonly rows: readonly BilledDevice[] }[]>;
  /** @throws StorageError FENCED */
  saveCustomerCheck(check: CustomerCheck): Promise<void>;
  /** Of active customers of these issuers (null = of all), in cents. */
  forecastSum(issuers: readonly number[] | null): Promise<{ readonly count: number; readonly value: number }>;
}
