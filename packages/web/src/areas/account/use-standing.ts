import type { AccountKey, AccountStanding } from '@rastro/fleet';
import { useQuery } from '@tanstack/react-query';
import { valueOf } from '../../kernel/queries/query-client.ts';
import { useServices } from '../../kernel/services.tsx';

/** Begins the keys of all that is asked about the own account. */
export const ACCOUNT_KEY = ['account'] as const;

/** Nothing where the server is not ours. */
export function useStanding() {
  const { client } = useServices();
  return useQuery<AccountStanding>({
    queryKey: [...ACCOUNT_KEY, 'standing'],
    queryFn: async ({ signal }) => valueOf(await client.account.standing(signal)),
  });
}

export function useKeys() {
  const { client } = useServices();
  return useQuery<readonly AccountKey[]>({
    queryKey: [...ACCOUNT_KEY, 'keys'],
    queryFn: async ({ signal }) => valueOf(await client.account.keys(signal)),
  });
}
