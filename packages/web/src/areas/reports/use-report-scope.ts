import { groupBranch, type Device, type Group } from '@rastro/fleet';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import { valueOf } from '../../kernel/queries/query-client.ts';
import { useGeofences } from '../../kernel/queries/use-geofences.ts';
import { useServices } from '../../kernel/services.tsx';
import { useRights } from '../../kernel/use-rights.ts';
import type { RowNames } from './report-row.ts';

export interface ReportScope {
  /** undefined until it is known. */
  readonly deviceIds: readonly number[] | undefined;
  readonly names: RowNames;
  readonly error: Error | null;
}

export function useGroups(): UseQueryResult<readonly Group[]> {
  const { client } = useServices();
  const { may } = useRights();
  return useQuery<readonly Group[]>({
    queryKey: ['groups'],
    enabled: may('groups.view'),
    queryFn: async ({ signal }) => valueOf(await client.groups.list({}, signal)),
  });
}

/** The vehicles that a report is about, each by its number, so that it is known how many there are. */
export function useReportScope(deviceIds: readonly number[], groupIds: readonly number[]): ReportScope {
  const { client } = useServices();
  const { may } = useRights();
  const devices = useQuery<readonly Device[]>({
    queryKey: ['reports', 'devices'],
    queryFn: async ({ signal }) => valueOf(await client.devices.list({}, signal)),
  });
  const groups = useGroups();
  const fences = useGeofences(may('geofences.view')).data;
  const ids = useMemo(() => {
    const all = devices.data;
    if (all === undefined) return undefined;
    if (deviceIds.length + groupIds.length === 0) return all.map(({ id }) => id);
    if (groupIds.length > 0 && groups.data === undefined) return undefined;
    const wanted = new Set(groupIds.flatMap((id) => groupBranch(groups.data ?? [], id)));
    return all.filter(({ id, groupId }) => deviceIds.includes(id) || wanted.has(groupId)).map(({ id }) => id);
  }, [devices.data, groups.data, deviceIds, groupIds]);
  const names = useMemo((): RowNames => {
    const deviceNames = new Map(devices.data?.map(({ id, name }) => [id, name]));
    const fenceNames = new Map(fences?.map(({ id, name }) => [id, name]));
    return {
      device: (id) => deviceNames.get(id) ?? String(id),
      geofence: (id) => fenceNames.get(id) ?? null,
    };
  }, [devices.data, fences]);
  return { deviceIds: ids, names, error: devices.error ?? groups.error };
}
