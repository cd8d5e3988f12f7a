import { anchoredDevices } from '@rastro/fleet';
import { useEffect } from 'react';
import { useSeenFences } from '../kernel/queries/use-geofences.ts';
import { useFleet, useFleetList } from '../kernel/fleet/fleet-context.tsx';

const REFRESH_MS = 60_000;

/** Passes the vehicles with an anchor to the fleet, while the list filters or sorts by it. */
export function Anchors() {
  const fleet = useFleet();
  const { query } = useFleetList();
  const isAsked = query.advanced?.anchor !== undefined || query.sort.startsWith('anchor-');
  const { data: geofences } = useSeenFences({ isEnabled: isAsked, refetchMs: REFRESH_MS });
  useEffect(() => {
    if (geofences !== undefined) fleet?.setAnchored(anchoredDevices(geofences));
  }, [fleet, geofences]);
  return null;
}
