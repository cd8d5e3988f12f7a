import { anchoredDevices, decide, isShared } from '@rastro/fleet';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useFleet, useFleetList } from './fleet-context.tsx';
import { valueOf } from './query-client.ts';
import { useServices, useSignedIn } from './services.tsx';

const REFRESH_MS = 60_000;

/** Tells the fleet which vehicles have an anchor, while the list filters or sorts by it. */
export function Anchors() {
  const { client } = useServices();
  const { user, server, branding } = useSignedIn();
  const fleet = useFleet();
  const { query } = useFleetList();
  const context = { brand: branding.brand, plus: server.plus, serverAttributes: server.server.attributes };
  const mayAsk = !isShared(user) && decide(user, 'geofences.view', context).allowed;
  const isAsked = query.advanced?.anchor !== undefined || query.sort.startsWith('anchor-');
  const { data: geofences } = useQuery({
    queryKey: ['geofences'],
    enabled: mayAsk && isAsked,
    refetchInterval: REFRESH_MS,
    queryFn: async ({ signal }) => valueOf(await client.geofences.list({}, signal)),
  });
  useEffect(() => {
    if (geofences !== undefined) fleet?.setAnchored(anchoredDevices(geofences));
  }, [fleet, geofences]);
  return null;
}
