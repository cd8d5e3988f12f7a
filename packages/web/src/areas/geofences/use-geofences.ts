import type { Calendar, Geofence } from '@rastro/fleet';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { valueOf } from '../../app/query-client.ts';
import { useServices } from '../../app/services.tsx';

export const GEOFENCES_KEY = ['geofences'] as const;

/** All geofences that the person may see, anchors too. */
export function useGeofences(isEnabled = true): UseQueryResult<readonly Geofence[]> {
  const { client } = useServices();
  return useQuery<readonly Geofence[]>({
    queryKey: GEOFENCES_KEY,
    enabled: isEnabled,
    queryFn: async ({ signal }) => valueOf(await client.geofences.list({}, signal)),
  });
}

/** The calendars that a geofence may follow. */
export function useCalendars(isEnabled: boolean): UseQueryResult<readonly Calendar[]> {
  const { client } = useServices();
  return useQuery<readonly Calendar[]>({
    queryKey: ['calendars'],
    enabled: isEnabled,
    queryFn: async ({ signal }) => valueOf(await client.calendars.list({}, signal)),
  });
}
