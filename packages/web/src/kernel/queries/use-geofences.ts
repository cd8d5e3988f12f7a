import { isShared, type Geofence } from '@rastro/fleet';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { valueOf } from './query-client.ts';
import { useServices, useSignedIn } from '../services.tsx';
import { useRights } from '../use-rights.ts';

/** Begins the keys of all lists of geofences. */
export const GEOFENCES_KEY = ['geofences'] as const;
const ANCHORS_KEY = [...GEOFENCES_KEY, 'anchors'] as const;

/** All geofences that the user may see, anchors too. */
export function useGeofences(isEnabled = true): UseQueryResult<readonly Geofence[]> {
  const { client } = useServices();
  return useQuery<readonly Geofence[]>({
    queryKey: GEOFENCES_KEY,
    enabled: isEnabled,
    queryFn: async ({ signal }) => valueOf(await client.geofences.list({}, signal)),
  });
}

/**
 * The geofences that the rights show: all of them, or the anchors alone, or none.
 * @param refetchMs How often they are asked for again; absent = when something changed here.
 */
export function useSeenFences<T = readonly Geofence[]>(options: {
  readonly isEnabled?: boolean;
  readonly refetchMs?: number;
  /** Must be the same function each time. */
  readonly select?: (fences: readonly Geofence[]) => T;
}): UseQueryResult<T> {
  const { client } = useServices();
  const { user } = useSignedIn();
  const { may } = useRights();
  const { isEnabled = true, refetchMs, select } = options;
  const seesAll = may('geofences.view');
  return useQuery<readonly Geofence[], Error, T>({
    queryKey: seesAll ? GEOFENCES_KEY : ANCHORS_KEY,
    enabled: isEnabled && !isShared(user) && (seesAll || may('anchor.view')),
    ...(refetchMs === undefined ? {} : { refetchInterval: refetchMs }),
    ...(select === undefined ? {} : { select }),
    queryFn: async ({ signal }) =>
      valueOf(await client.geofences.list(seesAll ? {} : { anchors: true }, signal)),
  });
}
