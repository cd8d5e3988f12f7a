import type { ResellerCustomer } from '@rastro/fleet';

const FITS = {
  active: ({ state }) => state === 'active',
  blocked: ({ state }) => state !== 'active',
  silent: ({ silent }) => silent > 0,
  owing: ({ overdue }) => (overdue?.count ?? 0) > 0,
} as const satisfies Readonly<Record<string, (customer: ResellerCustomer) => boolean>>;

/** Some of the customers, to which a number of the overview leads. */
export type CustomerLimit = keyof typeof FITS;
const LIMITS = ['active', 'blocked', 'silent', 'owing'] as const satisfies readonly CustomerLimit[];

/** Null = all customers. */
export const readLimit = (search: URLSearchParams): CustomerLimit | null =>
  LIMITS.find((name) => name === search.get('only')) ?? null;

export const limitedTo = <T extends ResellerCustomer>(
  customers: readonly T[],
  limit: CustomerLimit | null,
): readonly T[] => (limit === null ? customers : customers.filter(FITS[limit]));
