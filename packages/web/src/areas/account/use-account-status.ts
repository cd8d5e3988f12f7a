import type { AccountKey, OwnAccountStatus } from '@rastro/fleet';
import { useQuery } from '@tanstack/react-query';
import { valueOf } from '../../kernel/queries/query-client.ts';
import { useServices } from '../../kernel/services.tsx';
import { useFeature } from '../../kernel/use-feature.ts';

/** Begins the keys of all that is asked about the own account. */
export const ACCOUNT_KEY = ['account'] as const;

/** Nothing where the tracking server does not have it. */
export function useAccountStatus() {
  const { client } = useServices();
  const enabled = useFeature('ownAccount');
  return useQuery<OwnAccountStatus>({
    queryKey: [...ACCOUNT_KEY, 'status'],
    enabled,
    queryFn: async ({ signal }) => valueOf(await client.account.status(signal)),
  });
}

export function useKeys() {
  const { client } = useServices();
  return useQuery<readonly AccountKey[]>({
    queryKey: [...ACCOUNT_KEY, 'keys'],
    queryFn: async ({ signal }) => valueOf(await client.account.keys(signal)),
  });
}
