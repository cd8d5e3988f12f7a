import { DAY_MS } from '@rastro/base';
import type { EventItem } from '@rastro/fleet';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { valueOf } from './query-client.ts';
import { useServices } from '../services.tsx';

/** Days for which the events of one vehicle are shown. */
export const EVENT_DAYS = 7;
const REFRESH_MS = 60_000;

/** Recent events of one vehicle, newest first. */
export function useDeviceEvents(deviceId: number, isEnabled: boolean): UseQueryResult<readonly EventItem[]> {
  const { client } = useServices();
  return useQuery<readonly EventItem[]>({
    queryKey: ['events', 'device', deviceId],
    enabled: isEnabled,
    refetchInterval: REFRESH_MS,
    queryFn: async ({ signal }) => {
      const to = new Date();
      const from = new Date(to.getTime() - EVENT_DAYS * DAY_MS);
      const events = valueOf(
        await client.reports.list('events', { from, to, deviceIds: [deviceId] }, signal),
      );
      return events.toSorted((a, b) => Date.parse(b.eventTime) - Date.parse(a.eventTime) || b.id - a.id);
    },
  });
}
