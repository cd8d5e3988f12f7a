import type { ResellerCustomer } from '@rastro/fleet';

export const SORTS = ['name', 'devices', 'silent', 'overdue', 'lastSeen'] as const;
export type CustomerSort = (typeof SORTS)[number];

const KEYS: Readonly<Record<Exclude<CustomerSort, 'name'>, (customer: ResellerCustomer) => number>> = {
  devices: ({ devices }) => devices,
  silent: ({ silent }) => silent,
  overdue: ({ overdue }) => overdue?.value ?? 0,
  lastSeen: ({ lastSeen }) => (lastSeen === null ? 0 : Date.parse(lastSeen)),
};

/** Most first, where it is a number; what is equal stays by name. @param byName In order of names. */
export function orderedCustomers(
  byName: readonly ResellerCustomer[],
  { sort, isDown }: { readonly sort: CustomerSort; readonly isDown: boolean },
): readonly ResellerCustomer[] {
  if (sort === 'name') return isDown ? byName.toReversed() : byName;
  const keyOf = KEYS[sort];
  const sign = isDown ? 1 : -1;
  return byName.toSorted((a, b) => sign * (keyOf(a) - keyOf(b)));
}

export const overdueOf = (customers: readonly ResellerCustomer[]): number =>
  customers.reduce((sum, { overdue }) => sum + (overdue?.value ?? 0), 0);
