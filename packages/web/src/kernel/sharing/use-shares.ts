import type { Share } from '@rastro/fleet';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { valueOf } from '../queries/query-client.ts';
import { useServices, useSignedIn } from '../services.tsx';
import { isShared } from '@rastro/fleet';
import { useRights } from '../use-rights.ts';

export const SHARES_KEY = ['shares'] as const;

/** Active shares of the user. @param owner A user whom they manage; 0 = oneself. */
export function useShares(owner = 0): UseQueryResult<readonly Share[]> {
  const { client } = useServices();
  return useQuery<readonly Share[]>({
    queryKey: owner === 0 ? SHARES_KEY : [...SHARES_KEY, owner],
    // A tracking server that does not list shares has none to show.
    retry: false,
    // The last visit of a guest changes without a write of this page.
    staleTime: 0,
    queryFn: async ({ signal }) => valueOf(await client.shares.list(owner === 0 ? null : owner, signal)),
  });
}

/** May the user make links? Not as a guest, not on a standard server, and not where the server shares nothing. */
export function useMayShare(): boolean {
  const { user, server } = useSignedIn();
  const { may } = useRights();
  const off = server.server.attributes['disableShare'];
  return server.plus && off !== true && off !== 'true' && !isShared(user) && may('share.create');
}
