import { anchoredDevices, isShared } from '@rastro/fleet';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { GEOFENCES_KEY } from '../areas/geofences/use-geofences.ts';
import { useFleet, useFleetList } from './fleet-context.tsx';
import { valueOf } from './query-client.ts';
import { useServices, useSignedIn } from './services.tsx';
import { useRights } from './use-rights.ts';

const REFRESH_MS = 60_000;

/** Tells the fleet which vehicles have an anchor, while the list filters or sorts by it. */
export function Anchors() {
  const { client } = useServices();
  const { user } = useSignedIn();
  const { may } = useRights();
  const fleet = useFleet();
  const { query } = useFleetList();
  const mayAsk = !isShared(user) && may('geofences.view');
  const isAsked = query.advanced?.anchor !== undefined || query.sort.startsWith('anchor-');
  const { data: geofences } = useQuery({
    queryKey: GEOFENCES_KEY,
    enabled: mayAsk && isAsked,
    refetchInterval: REFRESH_MS,
    queryFn: async ({ signal }) => valueOf(await client.geofences.list({}, signal)),
  });
  useEffect(() => {
    if (geofences !== undefined) fleet?.setAnchored(anchoredDevices(geofences));
  }, [fleet, geofences]);
  return null;
}
