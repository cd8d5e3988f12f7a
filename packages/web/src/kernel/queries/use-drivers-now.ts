import { isShared, type QrCheckIn } from '@rastro/fleet';
import { useQuery } from '@tanstack/react-query';
import { useServices, useSignedIn } from '../services.tsx';
import { useRights } from '../use-rights.ts';
import { valueOf } from './query-client.ts';

const AGAIN_MS = 30_000;
const NOBODY: ReadonlyMap<number, QrCheckIn> = new Map();
const byDevice = (found: readonly QrCheckIn[]): ReadonlyMap<number, QrCheckIn> =>
  new Map(found.map((each) => [each.deviceId, each]));

/** Drivers who have checked in, by vehicle id; empty where the server has none. */
export function useDriversNow(isEnabled = true): ReadonlyMap<number, QrCheckIn> {
  const { extension } = useServices();
  const { user } = useSignedIn();
  const { may } = useRights();
  const { data } = useQuery({
    queryKey: ['checkIns', 'now'],
    enabled: isEnabled && !isShared(user) && may('drivers.view'),
    refetchInterval: ({ state }) => (state.status === 'error' ? false : AGAIN_MS),
    retry: false,
    queryFn: async ({ signal }) => valueOf(await extension.checkIns({}, signal)),
    select: byDevice,
  });
  return data ?? NOBODY;
}
