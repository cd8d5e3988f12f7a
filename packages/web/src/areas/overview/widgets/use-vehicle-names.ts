import type { Device } from '@rastro/fleet';
import { useCallback, useMemo } from 'react';
import { valueOf } from '../../../kernel/queries/query-client.ts';
import { useServices } from '../../../kernel/services.tsx';
import { useWidgetQuery } from './use-widget-query.ts';

/** The vehicles that the reader sees. */
export function useVehicles(): readonly Device[] | undefined {
  const { client } = useServices();
  return useWidgetQuery(['devices'], async ({ signal }) => valueOf(await client.devices.list({}, signal)))
    .data;
}

/** Names of vehicles; the number of one that is not known. */
export function useVehicleNames(): (id: number) => string {
  const vehicles = useVehicles();
  const names = useMemo(() => new Map(vehicles?.map(({ id, name }) => [id, name])), [vehicles]);
  return useCallback((id) => names.get(id) ?? String(id), [names]);
}
