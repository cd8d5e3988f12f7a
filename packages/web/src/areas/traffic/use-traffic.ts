import type { TrafficMessage, TrafficRecording } from '@rastro/fleet';
import type { ApiFailure, TrackingClient } from '@rastro/tracking-client';
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { valueOf } from '../../kernel/queries/query-client.ts';
import { useWrite } from '../../kernel/queries/use-write.ts';
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
  readonly failure: ApiFailure | null;
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
  const { busy, failure, run } = useWrite(async (seconds: number | null, signal) => {
    if (seconds !== null) return client.traffic.start(deviceId, seconds, signal);
    const stopped = await client.traffic.stop(deviceId, signal);
    return stopped.ok ? { ok: true, value: STOPPED } : stopped;
  });
  const change = async (seconds: number | null): Promise<void> => {
    const changed = await run(seconds);
    if (changed?.ok !== true) return;
    await queries.cancelQueries({ queryKey });
    queries.setQueryData<TrafficRecording>(queryKey, changed.value);
    await queries.invalidateQueries({ queryKey });
  };
  return {
    recording,
    start: (seconds) => void change(seconds),
    stop: () => void change(null),
    isBusy: busy,
    failure,
  };
}

/** The known messages and those since; from the start when another recording has begun. */
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
