import type { Health } from '@rastro/fleet';
import { useQuery } from '@tanstack/react-query';
import { valueOf } from '../queries/query-client.ts';
import { useServices, useSignedIn } from '../services.tsx';

const REFRESH_MS = 30_000;

/** Number of trackers that no user sees, for administrators; null = unknown, or another kind of server. */
export function useUnassignedCount(): number | null {
  const { extension } = useServices();
  const { administrator } = useSignedIn().user;
  const { data } = useQuery<Health>({
    queryKey: ['health'],
    enabled: administrator,
    retry: false,
    refetchInterval: REFRESH_MS,
    queryFn: async ({ signal }) => valueOf(await extension.health(signal)),
  });
  return administrator ? (data?.devices?.unassigned ?? null) : null;
}
