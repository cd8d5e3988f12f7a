import { groupBranch, type Group } from '@rastro/fleet';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useFavouriteIds } from '../../../kernel/favourites/use-favourites.ts';
import { valueOf } from '../../../kernel/queries/query-client.ts';
import { useServices } from '../../../kernel/services.tsx';
import type { ChosenSets, ListChoice } from './list-query.ts';

/** The groups and the favorites that a choice stands for, as far as they are known. */
export function useChosenSets({ groupId }: Pick<ListChoice, 'groupId'>): ChosenSets {
  const groupIds = useGroupBranch(groupId);
  const favourites = useFavouriteIds('devices');
  return useMemo(() => ({ groupIds, favourites }), [groupIds, favourites]);
}

/** The groups whose devices belong to a chosen group; until they are known, itself alone. null = none is chosen. */
function useGroupBranch(groupId: number | null): readonly number[] | null {
  const { client } = useServices();
  const { data } = useQuery<readonly Group[]>({
    queryKey: ['groups'],
    enabled: groupId !== null,
    queryFn: async ({ signal }) => valueOf(await client.groups.list({}, signal)),
  });
  return useMemo(() => (groupId === null ? null : groupBranch(data ?? [], groupId)), [data, groupId]);
}
