import { fieldOf } from '@rastro/fleet';
import { useEffect, useMemo } from 'react';
import { useFleet } from '../../kernel/fleet/fleet-context.tsx';
import { useDriverNames } from '../../kernel/queries/use-driver-names.ts';
import { useGroupNames } from '../../kernel/queries/use-group-names.ts';
import type { FleetNames, ListQuery } from '../../live/fleet.ts';

/** Names of groups and drivers, for what is shown and for the order; asked for when something needs them. */
export function useListNames(isShown: boolean, { sort, second, grouping }: ListQuery): FleetNames {
  const fleet = useFleet();
  const fields = [fieldOf(sort), ...(second === undefined ? [] : [fieldOf(second)])];
  const groups = useGroupNames(isShown || grouping === 'group' || fields.includes('group'));
  const drivers = useDriverNames(isShown || fields.includes('driver'));
  const names = useMemo(() => ({ groups, drivers }), [groups, drivers]);
  useEffect(() => {
    if (names.groups.size + names.drivers.size > 0) fleet?.setNames(names);
  }, [fleet, names]);
  return names;
}
