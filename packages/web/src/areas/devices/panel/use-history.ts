import { HOUR_MS } from '@rastro/base';
import type { Position } from '@rastro/fleet';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { valueOf } from '../../../kernel/queries/query-client.ts';
import { useServices } from '../../../kernel/services.tsx';

/** Choices of how far back the table goes; the first is also enough to say since when. */
export const HISTORY_HOURS = [2, 6, 12, 24] as const;
export type HistoryHours = (typeof HISTORY_HOURS)[number];
export const SHORT_HOURS = HISTORY_HOURS[0];

const REFRESH_MS = 60_000;

/** The last hours of one vehicle, oldest first. */
export function useHistory(
  deviceId: number,
  hours: HistoryHours,
  enabled: boolean,
): UseQueryResult<readonly Position[]> {
  const { client } = useServices();
  return useQuery({
    queryKey: ['positions', deviceId, hours],
    enabled,
    refetchInterval: REFRESH_MS,
    queryFn: async ({ signal }) => {
      const to = new Date();
      const from = new Date(to.getTime() - hours * HOUR_MS);
      return valueOf(await client.positions.history({ deviceId, from, to }, signal));
    },
  });
}
