import type { Calendar } from '@rastro/fleet';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { valueOf } from '../queries/query-client.ts';
import { useServices } from '../services.tsx';

/** Begins the keys of all lists of calendars. */
export const CALENDARS_KEY = ['calendars'] as const;

/** The calendars that the user may see. */
export function useCalendars(isEnabled = true): UseQueryResult<readonly Calendar[]> {
  const { client } = useServices();
  return useQuery<readonly Calendar[]>({
    queryKey: CALENDARS_KEY,
    enabled: isEnabled,
    queryFn: async ({ signal }) => valueOf(await client.calendars.list({}, signal)),
  });
}
