import type { Driver } from '@rastro/fleet';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { valueOf } from '../../kernel/queries/query-client.ts';
import { useServices } from '../../kernel/services.tsx';

export const DRIVERS_KEY = ['drivers'] as const;

/** The drivers that the user may see. */
export function useDrivers(): UseQueryResult<readonly Driver[]> {
  const { client } = useServices();
  return useQuery<readonly Driver[]>({
    queryKey: DRIVERS_KEY,
    queryFn: async ({ signal }) => valueOf(await client.drivers.list({}, signal)),
  });
}
