import type { Position } from '@rastro/fleet';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { valueOf } from '../queries/query-client.ts';
import { useServices } from '../services.tsx';

/** A position of the past by its id; 0 = none was recorded. What was recorded does not change. */
export function useRecordedPosition(id: number): UseQueryResult<Position | null> {
  const { recorded } = useServices();
  return useQuery<Position | null>({
    queryKey: ['position', id],
    enabled: Number.isSafeInteger(id) && id > 0,
    staleTime: Infinity,
    queryFn: async () => valueOf(await recorded.read(id)),
  });
}
