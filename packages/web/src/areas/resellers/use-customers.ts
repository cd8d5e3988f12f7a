import { hasBilling, type ResellerView } from '@rastro/fleet';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { valueOf } from '../../kernel/queries/query-client.ts';
import { useServices, useSignedIn } from '../../kernel/services.tsx';

/** Overview of the customers. @param of Whose customers; null = the user's own. */
export function useCustomers(of: number | null): UseQueryResult<ResellerView> {
  const { extension } = useServices();
  return useQuery<ResellerView>({
    queryKey: ['resellers', of],
    queryFn: async ({ signal }) => valueOf(await extension.customers(of, signal)),
  });
}

/** Is money taken here? */
export function useIsBilling(): boolean {
  const { server, branding } = useSignedIn();
  const { brand } = branding;
  return hasBilling({ brand, plus: server.plus, serverAttributes: server.server.attributes });
}
