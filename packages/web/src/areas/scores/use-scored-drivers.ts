import type { Driver } from '@rastro/fleet';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import { valueOf } from '../../kernel/queries/query-client.ts';
import { useServices } from '../../kernel/services.tsx';
import { useRights } from '../../kernel/use-rights.ts';

/** Drivers that the user may see. */
export function useScoredDrivers(): UseQueryResult<readonly Driver[]> {
  const { client } = useServices();
  const { may } = useRights();
  return useQuery<readonly Driver[]>({
    queryKey: ['drivers'],
    enabled: may('drivers.view'),
    queryFn: async ({ signal }) => valueOf(await client.drivers.list({}, signal)),
  });
}

/** Ids of drivers by the identifier in their records. */
export function useDriverIds(): ReadonlyMap<string, number> {
  const { data } = useScoredDrivers();
  return useMemo(() => new Map(data?.map(({ id, uniqueId }) => [uniqueId, id])), [data]);
}
