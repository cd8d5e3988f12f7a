import type { CivilDate, CivilMonth } from '../billing/civil-date.ts';
import type { MonthOfGrowth } from '../billing/growth.ts';

/** May somebody come in; the strongest reason counts. */
export const CUSTOMER_STATES = ['active', 'suspended', 'disabled', 'expired'] as const;

/** How a customer stands, with all below him. */
export interface ResellerCustomer {
  readonly userId: number;
  readonly name: string;
  readonly email: string;
  /** Sells himself. */
  readonly isReseller: boolean;
  /** People below him at any depth. */
  readonly users: number;
  readonly devices: number;
  readonly online: number;
  /** Not heard of for a day, or never. */
  readonly silent: number;
  /** Vehicles that he may have: as a customer, and with all below him; -1 = as many as he wants. */
  readonly deviceLimit: number;
  readonly resellerLimit: number;
  /** -1 = as many as he wants. */
  readonly userLimit: number;
  /** ISO 8601 UTC; null = never, or nobody keeps it. */
  readonly lastSeen: string | null;
  readonly state: (typeof CUSTOMER_STATES)[number];
  readonly expirationTime: string | null;
  /** What he owes himself; null = billing is off. Cents. */
  readonly overdue: { readonly count: number; readonly value: number } | null;
}

/** Customers of somebody; sums count a vehicle once. */
export interface ResellerView {
  /** From the caller down to whose customers these are; empty = the caller's own. */
  readonly path: readonly { readonly userId: number; readonly name: string }[];
  readonly customers: readonly ResellerCustomer[];
  readonly total: Pick<ResellerCustomer, 'devices' | 'online' | 'silent'>;
  /** Null = nobody has looked yet, or nobody looks: of whoever is no reseller. */
  readonly growth: GrowthReport | null;
}

/** How customers and vehicles came and went, as daily looks have found them. */
export interface GrowthReport {
  /** Day of the first look: of what was before nothing is known. */
  readonly since: CivilDate;
  /** The last twelve, oldest first; `change` null = not known. */
  readonly months: readonly { readonly month: CivilMonth; readonly change: MonthOfGrowth | null }[];
}
