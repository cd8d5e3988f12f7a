import { groupBranch, type Group } from '@rastro/fleet';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useFavouriteIds } from '../../../kernel/favourites/use-favourites.ts';
import { valueOf } from '../../../kernel/queries/query-client.ts';
import { useServices } from '../../../kernel/services.tsx';
import type { ChosenSets, ListChoice } from './list-query.ts';

/** The groups and the favorites that a choice stands for, as far as they are known. */
export function useChosenSets({ groupId, chosen }: Pick<ListChoice, 'groupId' | 'chosen'>): ChosenSets {
  const groups = useGroups(groupId !== null || chosen.groupIds.length > 0);
  const groupIds = useMemo(() => (groupId === null ? null : groupBranch(groups, groupId)), [groups, groupId]);
  const among = useMemo(
    () =>
      chosen.deviceIds.length + chosen.groupIds.length === 0
        ? null
        : {
            deviceIds: chosen.deviceIds,
            groupIds: chosen.groupIds.flatMap((id) => [...groupBranch(groups, id)]),
          },
    [groups, chosen],
  );
  const favourites = useFavouriteIds('devices');
  return useMemo(() => ({ groupIds, favourites, among }), [groupIds, favourites, among]);
}

const NONE: readonly Group[] = [];

/** All groups; until they are known, and where none is chosen, nothing: a chosen one then stands for itself alone. */
function useGroups(isChosen: boolean): readonly Group[] {
  const { client } = useServices();
  const { data } = useQuery<readonly Group[]>({
    queryKey: ['groups'],
    enabled: isChosen,
    queryFn: async ({ signal }) => valueOf(await client.groups.list({}, signal)),
  });
  return isChosen ? (data ?? NONE) : NONE;
}
