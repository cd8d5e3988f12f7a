import type { TrafficMessage, TrafficRecording } from '@rastro/fleet';
import type { TrackingClient } from '@rastro/tracking-client';
import { useMutation, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { valueOf } from '../../kernel/queries/query-client.ts';
import { useServices } from '../../kernel/services.tsx';

/** The page looks for new messages so often while a recording runs. */
const POLL_MS = 1000;
const NOTHING: readonly TrafficMessage[] = [];
const STOPPED: TrafficRecording = {
  state: 'none',
  startedAt: null,
  endsAt: null,
  total: 0,
  messages: NOTHING,
};

export interface TrafficControls {
  readonly recording: UseQueryResult<TrafficRecording>;
  readonly start: (seconds: number) => void;
  readonly stop: () => void;
  readonly isBusy: boolean;
  /** Why starting or stopping failed; null = it did not. */
  readonly failure: unknown;
}

/** The recording of one device: all of its messages, fetched in parts, and the way to start and stop it. */
export function useTraffic(deviceId: number): TrafficControls {
  const { client } = useServices();
  const queries = useQueryClient();
  const queryKey = ['traffic', deviceId];
  const recording = useQuery<TrafficRecording>({
    queryKey,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.state === 'recording' ? POLL_MS : false),
    queryFn: ({ signal }) =>
      readOn(client, deviceId, queries.getQueryData<TrafficRecording>(queryKey), signal),
  });
  const change = useMutation({
    mutationFn: async (seconds: number | null) => {
      const { signal } = new AbortController();
      if (seconds !== null) return valueOf(await client.traffic.start(deviceId, seconds, signal));
      valueOf(await client.traffic.stop(deviceId, signal));
      return STOPPED;
    },
    onSuccess: async (changed) => {
      await queries.cancelQueries({ queryKey });
      queries.setQueryData<TrafficRecording>(queryKey, changed);
      await queries.invalidateQueries({ queryKey });
    },
  });
  return {
    recording,
    start: (seconds) => change.mutate(seconds),
    stop: () => change.mutate(null),
    isBusy: change.isPending,
    failure: change.error,
  };
}

/** What is known already plus what has come since; from the start when another recording has begun. */
async function readOn(
  client: TrackingClient,
  deviceId: number,
  known: TrafficRecording | undefined,
  signal: AbortSignal,
): Promise<TrafficRecording> {
  let messages = known?.messages ?? NOTHING;
  let startedAt = known?.startedAt ?? null;
  for (;;) {
    const part = valueOf(await client.traffic.read(deviceId, messages.length, signal));
    if (part.startedAt !== startedAt) {
      startedAt = part.startedAt;
      if (messages.length > 0) {
        messages = NOTHING;
        continue;
      }
    }
    messages = [...messages, ...part.messages];
    if (part.messages.length === 0 || messages.length >= part.total) return { ...part, messages };
  }
}
