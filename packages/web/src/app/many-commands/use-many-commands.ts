import type { SavedCommand } from '@rastro/fleet';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { runBatch, type BatchResult } from '../../areas/devices/batch/run-batch.ts';
import { useChosenDevices } from '../../areas/devices/bulk/use-bulk.ts';
import { orderOf, type CommandChoice, type Expiry } from '../../areas/commands/command-choice.ts';
import type { CommandRights } from '../../areas/commands/command-rights.ts';
import { valueOf } from '../../kernel/queries/query-client.ts';
import { useNoticeFailures } from '../../kernel/queries/use-notice-failures.ts';
import { useServices } from '../../kernel/services.tsx';
import { samplesOf, understoodBy, type Target } from './plan-many.ts';

export type How = 'sent' | 'queued';
export type ManyStep =
  | { readonly step: 'choosing' }
  | { readonly step: 'running'; readonly tried: number; readonly total: number }
  | {
      readonly step: 'done';
      readonly result: BatchResult<Target>;
      readonly how: ReadonlyMap<number, How>;
    };

export interface Targets {
  readonly targets: readonly Target[] | undefined;
  readonly error: Error | null;
  readonly retry: () => void;
}

/** The chosen devices with their newest positions. */
export function useTargets(): Targets {
  const { client } = useServices();
  const chosen = useChosenDevices();
  const latest = useQuery({
    queryKey: ['positions', 'latest'],
    staleTime: 0,
    gcTime: 0,
    queryFn: async ({ signal }) => valueOf(await client.positions.latest(signal)),
  });
  const targets = useMemo(() => {
    if (chosen.data === undefined || latest.data === undefined) return undefined;
    const byDevice = new Map(latest.data.map((position) => [position.deviceId, position]));
    return chosen.data
      .filter(({ disabled }) => !disabled)
      .map((device) => ({ device, position: byDevice.get(device.id) ?? null }));
  }, [chosen.data, latest.data]);
  return {
    targets,
    error: chosen.error ?? latest.error,
    retry: () => {
      void chosen.refetch();
      void latest.refetch();
    },
  };
}

export interface ManyOffer {
  /** Number of devices that understand each type; empty until it is known. */
  readonly understood: ReadonlyMap<string, number>;
  readonly saved: readonly SavedCommand[];
  readonly isReady: boolean;
}

/** The commands that the devices understand and those saved for them, taken from one device of each protocol. */
export function useManyOffer(targets: readonly Target[], rights: CommandRights): ManyOffer {
  const { client } = useServices();
  const samples = useMemo(() => samplesOf(targets), [targets]);
  const answers = useQueries({
    queries: samples.map(({ deviceId }) => ({
      queryKey: ['commandTypes', deviceId],
      enabled: rights.send,
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        valueOf(await client.commands.types(deviceId, signal)),
    })),
  });
  const offered = useQueries({
    queries: samples.map(({ deviceId }) => ({
      queryKey: ['savedCommands', deviceId],
      enabled: rights.send,
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        valueOf(await client.commands.offered(deviceId, signal)),
    })),
  });
  const typesOf = (deviceId: number): readonly string[] | undefined =>
    answers[samples.findIndex((sample) => sample.deviceId === deviceId)]?.data;
  const saved = new Map(offered.flatMap(({ data }) => data ?? []).map((command) => [command.id, command]));
  return {
    understood: understoodBy(samples, typesOf),
    saved: [...saved.values()],
    isReady: !rights.send || [...answers, ...offered].every(({ isPending }) => !isPending),
  };
}

export interface ManyRun {
  readonly state: ManyStep;
  readonly send: (
    targets: readonly Target[],
    choice: CommandChoice,
    terms: { readonly expiry: Expiry; readonly text: string },
  ) => Promise<void>;
  readonly cancel: () => void;
}

/** Sends one command to many devices, a few at once. */
export function useManyRun(): ManyRun {
  const { client } = useServices();
  const notice = useNoticeFailures();
  const [state, setState] = useState<ManyStep>({ step: 'choosing' });
  const stop = useRef(new AbortController());
  return {
    state,
    send: async (targets, choice, terms) => {
      stop.current = new AbortController();
      const total = targets.length;
      const how = new Map<number, How>();
      setState({ step: 'running', tried: 0, total });
      const result = await runBatch(
        {
          items: targets,
          work: async ({ device }, signal) => {
            const answer = await client.commands.send(
              orderOf(choice, { deviceId: device.id, ...terms }),
              signal,
            );
            if (!answer.ok) return answer.error;
            how.set(device.id, answer.value);
            return null;
          },
          onProgress: (tried) => setState({ step: 'running', tried, total }),
        },
        stop.current.signal,
      );
      notice(result.failures);
      setState({ step: 'done', result, how });
    },
    cancel: () => stop.current.abort(),
  };
}
