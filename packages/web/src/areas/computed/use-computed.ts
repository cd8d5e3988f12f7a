import type { ComputedAttribute } from '@rastro/fleet';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { valueOf } from '../../kernel/queries/query-client.ts';
import { useServices } from '../../kernel/services.tsx';

export const COMPUTED_KEY = ['computed'] as const;

/** The computed attributes that the user may see. */
export function useComputed(): UseQueryResult<readonly ComputedAttribute[]> {
  const { client } = useServices();
  return useQuery<readonly ComputedAttribute[]>({
    queryKey: COMPUTED_KEY,
    queryFn: async ({ signal }) => valueOf(await client.computed.list({}, signal)),
  });
}
