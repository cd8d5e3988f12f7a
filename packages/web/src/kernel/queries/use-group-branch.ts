import { groupBranch, type Group } from '@rastro/fleet';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { valueOf } from './query-client.ts';
import { useServices } from '../services.tsx';

/** The groups whose devices belong to a chosen group; until they are known, itself alone. null = none is chosen. */
export function useGroupBranch(groupId: number | null): readonly number[] | null {
  const { client } = useServices();
  const { data } = useQuery<readonly Group[]>({
    queryKey: ['groups'],
    enabled: groupId !== null,
    queryFn: async ({ signal }) => valueOf(await client.groups.list({}, signal)),
  });
  return useMemo(() => (groupId === null ? null : groupBranch(data ?? [], groupId)), [data, groupId]);
}
