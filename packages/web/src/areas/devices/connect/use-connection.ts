import type { DeviceConnection } from '@rastro/fleet';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { valueOf } from '../../../kernel/queries/query-client.ts';
import { useServices } from '../../../kernel/services.tsx';
import { useFeature } from '../../../kernel/use-feature.ts';

/** Pace of the polling until the first message. */
const REFRESH_MS = 4000;

/** Address for the tracker and messages received there; null = this tracking server does not say. */
export function useConnection(deviceId: number, isWaiting: boolean): UseQueryResult<DeviceConnection | null> {
  const { client } = useServices();
  const isOffered = useFeature('diagnosis');
  return useQuery<DeviceConnection | null>({
    queryKey: ['connection', deviceId],
    refetchInterval: isWaiting && isOffered ? REFRESH_MS : false,
    queryFn: async ({ signal }) =>
      isOffered ? valueOf(await client.devices.connection(deviceId, signal)) : null,
  });
}
