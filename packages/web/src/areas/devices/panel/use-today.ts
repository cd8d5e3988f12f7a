import type { Position } from '@rastro/fleet';
import type { SummaryItem } from '@rastro/fleet';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { startOfDay } from '@rastro/fleet/calendars';
import { useZone } from '../../../kernel/formats/use-zone.ts';
import { valueOf } from '../../../kernel/queries/query-client.ts';
import { useServices } from '../../../kernel/services.tsx';

const REFRESH_MS = 60_000;

/** From the midnight that the user knows until now. */
function today(zone: string): { readonly from: Date; readonly to: Date } {
  const to = new Date();
  return { from: new Date(startOfDay(to.getTime(), zone)), to };
}

/** Today's track of a vehicle, oldest first. */
export function useTodayRoute(deviceId: number, isEnabled: boolean): UseQueryResult<readonly Position[]> {
  const { client } = useServices();
  const zone = useZone();
  return useQuery<readonly Position[]>({
    queryKey: ['today', deviceId, zone],
    enabled: isEnabled,
    refetchInterval: REFRESH_MS,
    queryFn: async ({ signal }) =>
      valueOf(await client.positions.history({ deviceId, ...today(zone) }, signal)),
  });
}

/** The day of a vehicle summed up; null = the server has nothing to sum up. */
export function useTodaySummary(deviceId: number): UseQueryResult<SummaryItem | null> {
  const { client } = useServices();
  const zone = useZone();
  return useQuery<SummaryItem | null>({
    queryKey: ['today', deviceId, zone, 'summary'],
    refetchInterval: REFRESH_MS,
    queryFn: async ({ signal }) => {
      // The whole day, with explicit parameters: not every server has the same default.
      const query = { ...today(zone), deviceIds: [deviceId], daily: false };
      return valueOf(await client.reports.list('summary', query, signal))[0] ?? null;
    },
  });
}
