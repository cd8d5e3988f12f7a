import type { Maintenance, MaintenanceDue, ServiceEntry } from '@rastro/fleet';
import type { ServiceQuestion } from '@rastro/tracking-client';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { valueOf } from '../../kernel/queries/query-client.ts';
import { useServices } from '../../kernel/services.tsx';
import { useFeature } from '../../kernel/use-feature.ts';

export const MAINTENANCES_KEY = ['maintenances'] as const;
/** Due and completed maintenance: both change with a maintenance, and with each entry of the service log. */
export const SERVICES_KEY = [...MAINTENANCES_KEY, 'services'] as const;

/** The maintenances that the user may see. */
export function useMaintenances(): UseQueryResult<readonly Maintenance[]> {
  const { client } = useServices();
  return useQuery<readonly Maintenance[]>({
    queryKey: MAINTENANCES_KEY,
    queryFn: async ({ signal }) => valueOf(await client.maintenance.list({}, signal)),
  });
}

/** Due dates, overdue first. */
export function useDue(of: ServiceQuestion): UseQueryResult<readonly MaintenanceDue[]> {
  const { client } = useServices();
  const enabled = useFeature('services');
  return useQuery<readonly MaintenanceDue[]>({
    queryKey: [...SERVICES_KEY, 'due', of],
    enabled,
    queryFn: async ({ signal }) => valueOf(await client.services.due(of, signal)),
  });
}

/** Completed work, newest first. */
export function useServiceLog(of: ServiceQuestion): UseQueryResult<readonly ServiceEntry[]> {
  const { client } = useServices();
  const enabled = useFeature('services');
  return useQuery<readonly ServiceEntry[]>({
    queryKey: [...SERVICES_KEY, 'log', of],
    enabled,
    queryFn: async ({ signal }) => valueOf(await client.services.list(of, signal)),
  });
}
