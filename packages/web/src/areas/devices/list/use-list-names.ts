import { fieldOf } from '@rastro/fleet';
import { useEffect, useMemo } from 'react';
import { useFleet } from '../../../kernel/fleet/fleet-context.tsx';
import { useDriverNames } from '../../../kernel/queries/use-driver-names.ts';
import { useSeenFences } from '../../../kernel/queries/use-geofences.ts';
import { useGroupNames } from '../../../kernel/queries/use-group-names.ts';
import type { FleetNames, ListQuery } from '../../../live/fleet.ts';
import { fenceNames, NO_FENCES } from './fence-names.ts';
import { usePlaceNames } from './use-place-names.ts';

/** Names of groups, drivers, geofences and places, for display and for the order; requested only when needed. */
export function useListNames(isWide: boolean, { sort, second, grouping }: ListQuery): FleetNames {
  const fleet = useFleet();
  const fields = [fieldOf(sort), ...(second === undefined ? [] : [fieldOf(second)])];
  const groups = useGroupNames(isWide || grouping === 'group' || fields.includes('group'));
  const drivers = useDriverNames(isWide || fields.includes('driver'));
  const isByFence = fields.includes('geofences');
  const { data: fences = NO_FENCES } = useSeenFences({ isEnabled: isByFence, select: fenceNames });
  const places = usePlaceNames(fields.includes('place'));
  const names = useMemo(() => ({ groups, drivers, fences, places }), [groups, drivers, fences, places]);
  useEffect(() => {
    if (Object.values(names).some(({ size }) => size > 0)) fleet?.setNames(names);
  }, [fleet, names]);
  return names;
}
