import { MINUTE_MS } from '@rastro/base';
import type { Group } from '@rastro/fleet';
import { membersOf } from '@rastro/fleet/figures';
import type { LayoutContent } from '@rastro/fleet/layouts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { usePlace } from '../../kernel/formats/use-place.ts';
import { comparedPeriod } from '../../kernel/period/compared-period.ts';
import { periodOf, type PeriodChoice } from '../../kernel/period/period.ts';
import { valueOf } from '../../kernel/queries/query-client.ts';
import { useServices } from '../../kernel/services.tsx';
import { useRights } from '../../kernel/use-rights.ts';
import { useNow } from '../../ui/use-now.ts';
import { useVehicles } from './widgets/use-vehicle-names.ts';
import type { Scope } from './widgets/widget-props.ts';

const NOBODY: ReadonlySet<number> = new Set();

export function useGroups(): readonly Group[] {
  const { client } = useServices();
  const { may } = useRights();
  const { data } = useQuery<readonly Group[]>({
    queryKey: ['groups'],
    enabled: may('groups.view'),
    queryFn: async ({ signal }) => valueOf(await client.groups.list({}, signal)),
  });
  return data ?? [];
}

/** Vehicles, period and zone that the widgets of an overview are about. */
export function useScope(
  { deviceIds, groupIds }: Pick<LayoutContent, 'deviceIds' | 'groupIds'>,
  choice: PeriodChoice,
): Scope {
  const place = usePlace();
  const now = useNow(MINUTE_MS);
  const isOfSome = deviceIds.length + groupIds.length > 0;
  const vehicles = useVehicles(isOfSome);
  const groups = useGroups();
  const members = useMemo(() => {
    if (!isOfSome) return null;
    return vehicles === undefined ? NOBODY : membersOf({ deviceIds, groupIds }, vehicles, groups);
  }, [isOfSome, deviceIds, groupIds, vehicles, groups]);
  return useMemo(() => {
    const period = periodOf(choice, now, place);
    const compared = comparedPeriod(choice, period, place);
    return { deviceIds, groupIds, members, period, compared, zone: place.zone };
  }, [deviceIds, groupIds, members, choice, now, place]);
}
