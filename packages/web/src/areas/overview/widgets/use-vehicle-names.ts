import type { Device } from '@rastro/fleet';
import { useCallback, useMemo } from 'react';
import { valueOf } from '../../../kernel/queries/query-client.ts';
import { useServices } from '../../../kernel/services.tsx';
import { useWidgetQuery } from './use-widget-query.ts';

/** The vehicles that the reader sees: a long list, read only while somebody needs it. */
export function useVehicles(isWanted: boolean): readonly Device[] | undefined {
  const { client } = useServices();
  const read = async ({ signal }: { readonly signal: AbortSignal }): Promise<readonly Device[]> =>
    valueOf(await client.devices.list({}, signal));
  return useWidgetQuery(['devices'], read, isWanted).data;
}

/** Names of vehicles; the number of one that is not known. @param isWanted There is one to name. */
export function useVehicleNames(isWanted: boolean): (id: number) => string {
  const vehicles = useVehicles(isWanted);
  const names = useMemo(() => new Map(vehicles?.map(({ id, name }) => [id, name])), [vehicles]);
  return useCallback((id) => names.get(id) ?? String(id), [names]);
}
