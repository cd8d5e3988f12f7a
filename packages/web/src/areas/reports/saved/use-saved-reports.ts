import type { ScheduledReport } from '@rastro/fleet';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { linkBetween } from '../../../kernel/links/link-kinds.ts';
import { valueOf } from '../../../kernel/queries/query-client.ts';
import { useServices } from '../../../kernel/services.tsx';

/** Begins the keys of all that is known of saved reports. */
export const SAVED_REPORTS_KEY = ['savedReports'] as const;

export function useSavedReports(isEnabled = true): UseQueryResult<readonly ScheduledReport[]> {
  const { client } = useServices();
  return useQuery<readonly ScheduledReport[]>({
    queryKey: SAVED_REPORTS_KEY,
    enabled: isEnabled,
    queryFn: async ({ signal }) => valueOf(await client.savedReports.list({}, signal)),
  });
}

/** The vehicles and groups that a saved report is about. */
export interface SavedScope {
  readonly deviceIds: readonly number[];
  readonly groupIds: readonly number[];
}

/** Vehicles and groups linked to a saved report; undefined until they are known. */
export function useSavedScope(reportId: number): UseQueryResult<SavedScope> {
  const { client } = useServices();
  return useQuery<SavedScope>({
    queryKey: [...SAVED_REPORTS_KEY, 'scope', reportId],
    enabled: reportId > 0,
    queryFn: async ({ signal }) => {
      const [deviceIds, groupIds] = await Promise.all(
        (['device', 'group'] as const).map(async (kind) => {
          const like = linkBetween({ kind: 'report', id: reportId }, { kind, id: 0 });
          const pairs = valueOf(await client.permissions.list(like, signal));
          return pairs.map((pair) => pair[`${kind}Id`] ?? 0).filter((id) => id > 0);
        }),
      );
      return { deviceIds: deviceIds ?? [], groupIds: groupIds ?? [] };
    },
  });
}
