import type { DeviceConnection } from '@rastro/fleet';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { valueOf } from '../../../kernel/queries/query-client.ts';
import { useServices } from '../../../kernel/services.tsx';

/** While somebody waits for the first message. */
const REFRESH_MS = 4000;
/** Statuses from a tracking server that does not know the call. */
const ABSENT = new Set([404, 405]);

/** Where the tracker is to send and what came there; null = this tracking server does not say. */
export function useConnection(deviceId: number, isWaiting: boolean): UseQueryResult<DeviceConnection | null> {
  const { client } = useServices();
  return useQuery<DeviceConnection | null>({
    queryKey: ['connection', deviceId],
    refetchInterval: ({ state }) => (isWaiting && state.data !== null ? REFRESH_MS : false),
    queryFn: async ({ signal }) => {
      const answer = await client.devices.connection(deviceId, signal);
      return !answer.ok && ABSENT.has(answer.error.status) ? null : valueOf(answer);
    },
  });
}
