import type { CivilDate, CivilMonth } from '../billing/civil-date.ts';
import type { MonthOfGrowth } from '../billing/growth.ts';

/** Account status; the strongest reason counts. */
export const CUSTOMER_STATES = ['active', 'suspended', 'disabled', 'expired'] as const;

/** A customer with totals of everything below them. */
export interface ResellerCustomer {
  readonly userId: number;
  readonly name: string;
  readonly email: string;
  /** The customer is a reseller. */
  readonly isReseller: boolean;
  /** Users below the customer at any depth. */
  readonly users: number;
  readonly devices: number;
  readonly online: number;
  /** No message for a day, or never. */
  readonly silent: number;
  /** Device limit: as a customer, and with everything below them; -1 = unlimited. */
  readonly deviceLimit: number;
  readonly resellerLimit: number;
  /** -1 = unlimited. */
  readonly userLimit: number;
  /** ISO 8601 UTC; null = never, or not recorded. */
  readonly lastSeen: string | null;
  readonly state: (typeof CUSTOMER_STATES)[number];
  readonly expirationTime: string | null;
  /** The customer's own overdue amount, cents; null = billing is off. */
  readonly overdue: { readonly count: number; readonly value: number } | null;
}

/** Customers of a reseller; sums count a vehicle once. */
export interface ResellerView {
  /** From the caller down to whose customers these are; empty = the caller's own. */
  readonly path: readonly { readonly userId: number; readonly name: string }[];
  readonly customers: readonly ResellerCustomer[];
  readonly total: Pick<ResellerCustomer, 'devices' | 'online' | 'silent'>;
  /** Null = before the first check, or not a reseller. */
  readonly growth: GrowthReport | null;
}

/** Customers and vehicles added and removed, as daily checks found them. */
export interface GrowthReport {
  /** Day of the first check: nothing is known of the time before. */
  readonly since: CivilDate;
  /** The last twelve, oldest first; `change` null = not known. */
  readonly months: readonly { readonly month: CivilMonth; readonly change: MonthOfGrowth | null }[];
}
