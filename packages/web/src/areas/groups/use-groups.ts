import type { Group } from '@rastro/fleet';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { valueOf } from '../../kernel/queries/query-client.ts';
import { useServices } from '../../kernel/services.tsx';
import { groupRows, type GroupRow } from './group-tree.ts';

export const GROUPS_KEY = ['groups'] as const;

export interface GroupTree {
  readonly rows: readonly GroupRow[];
  readonly groups: UseQueryResult<readonly Group[]>;
}

/** The groups of the user as a tree, with their devices. */
export function useGroupTree(): GroupTree {
  const { client } = useServices();
  const { i18n } = useTranslation();
  const groups = useQuery<readonly Group[]>({
    queryKey: GROUPS_KEY,
    queryFn: async ({ signal }) => valueOf(await client.groups.list({}, signal)),
  });
  const counts = useQuery<ReadonlyMap<number, number>>({
    queryKey: [...GROUPS_KEY, 'devices'],
    queryFn: async ({ signal }) => {
      const devices = valueOf(await client.devices.list({}, signal));
      const byGroup = new Map<number, number>();
      for (const { groupId } of devices) byGroup.set(groupId, (byGroup.get(groupId) ?? 0) + 1);
      return byGroup;
    },
  });
  const rows = useMemo(() => {
    const collator = new Intl.Collator(i18n.language, { numeric: true, sensitivity: 'base' });
    return groupRows(groups.data ?? [], (id) => counts.data?.get(id) ?? 0, collator.compare);
  }, [groups.data, counts.data, i18n.language]);
  return { rows, groups };
}
