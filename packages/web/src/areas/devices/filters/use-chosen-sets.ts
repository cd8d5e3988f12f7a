import { useMemo } from 'react';
import { useFavouriteIds } from '../../../kernel/favourites/use-favourites.ts';
import { useGroupBranch } from '../../../kernel/queries/use-group-branch.ts';
import type { ChosenSets, ListChoice } from './list-query.ts';

/** The groups and the favorites that a choice stands for, as far as they are known. */
export function useChosenSets({ groupId }: Pick<ListChoice, 'groupId'>): ChosenSets {
  const groupIds = useGroupBranch(groupId);
  const favourites = useFavouriteIds('devices');
  return useMemo(() => ({ groupIds, favourites }), [groupIds, favourites]);
}
