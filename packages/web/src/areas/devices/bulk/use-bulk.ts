import { isHiddenDevice, type Device } from '@rastro/fleet';
import type { ApiFailure } from '@rastro/tracking-client';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useDeviceSelection } from '../../../kernel/fleet/device-selection.tsx';
import { useFleet } from '../../../kernel/fleet/fleet-context.tsx';
import { valueOf } from '../../../kernel/queries/query-client.ts';
import { useNoticeFailures } from '../../../kernel/queries/use-notice-failures.ts';
import { useServices } from '../../../kernel/services.tsx';
import { runBatch, type BatchResult } from '../batch/run-batch.ts';

export type BulkKind = 'edit' | 'delete';
export type BulkStep =
  | { readonly step: 'choosing' }
  | { readonly step: 'running'; readonly kind: BulkKind; readonly tried: number; readonly total: number }
  | { readonly step: 'done'; readonly kind: BulkKind; readonly result: BatchResult<Device> };
type Work = (device: Device, signal: AbortSignal) => Promise<ApiFailure | null>;

/** The chosen devices, whole, as the server has them when the screen opens. */
export function useChosenDevices(): UseQueryResult<readonly Device[]> {
  const { client } = useServices();
  const { ids } = useDeviceSelection();
  return useQuery<readonly Device[], Error, readonly Device[]>({
    queryKey: ['devices', 'whole'],
    queryFn: async ({ signal }) => valueOf(await client.devices.list({}, signal)),
    select: (devices) => devices.filter((device) => ids.has(device.id) && !isHiddenDevice(device)),
    enabled: ids.size > 0,
    staleTime: 0,
    gcTime: 0,
  });
}

export interface BulkRun {
  readonly state: BulkStep;
  readonly edit: (changed: readonly Device[]) => Promise<void>;
  readonly remove: (devices: readonly Device[]) => Promise<void>;
  readonly cancel: () => void;
}

/** Changes or deletes many devices; afterwards those that are left to do stay chosen. */
export function useBulk(): BulkRun {
  const { client } = useServices();
  const fleet = useFleet();
  const notice = useNoticeFailures();
  const { choose } = useDeviceSelection();
  const [state, setState] = useState<BulkStep>({ step: 'choosing' });
  const stop = useRef(new AbortController());

  const run = async (kind: BulkKind, items: readonly Device[], work: Work): Promise<void> => {
    stop.current = new AbortController();
    const total = items.length;
    setState({ step: 'running', kind, tried: 0, total });
    const onProgress = (tried: number): void => setState({ step: 'running', kind, tried, total });
    const result = await runBatch({ items, work, onProgress }, stop.current.signal);
    fleet?.refresh();
    notice(result.failures);
    choose([...result.failures.map(({ item }) => item.id), ...result.untried.map(({ id }) => id)]);
    setState({ step: 'done', kind, result });
  };
  return {
    state,
    edit: (changed) =>
      run('edit', changed, async (device, signal) => {
        const answer = await client.devices.update(device, signal);
        return answer.ok ? null : answer.error;
      }),
    remove: (devices) =>
      run('delete', devices, async ({ id }, signal) => {
        const answer = await client.devices.remove(id, signal);
        return answer.ok ? null : answer.error;
      }),
    cancel: () => stop.current.abort(),
  };
}
