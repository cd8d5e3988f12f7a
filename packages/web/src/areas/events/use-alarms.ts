import { isShared, MAX_ALARMS_AT_ONCE, type FleetAlarm } from '@rastro/fleet';
import type { Answer, ApiFailure } from '@rastro/tracking-client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { valueOf } from '../../kernel/queries/query-client.ts';
import { useWrite } from '../../kernel/queries/use-write.ts';
import { useServices, useSignedIn } from '../../kernel/services.tsx';
import { useRights } from '../../kernel/use-rights.ts';
import { useFeature } from '../../kernel/use-feature.ts';

export interface Alarms {
  /** Open ones first; empty until they are read, and where the server knows none. */
  readonly all: readonly FleetAlarm[];
  readonly mayAcknowledge: boolean;
  readonly failure: Pick<ApiFailure, 'code' | 'message'> | null;
  /** @returns them as they are now. */
  readonly acknowledge: (
    eventIds: readonly number[],
    note: string | null,
  ) => Promise<Answer<readonly FleetAlarm[]> | null>;
}

const NONE: readonly FleetAlarm[] = [];
const KEY = ['alarms'];
/** The socket says when there is news (`useRightsNews`); a lost word is made up for. */
const AGAIN_MS = 60_000;

/** Open alarms, for everyone who sees the vehicles. */
export function useAlarms(): Alarms {
  const { client } = useServices();
  const { user } = useSignedIn();
  const { may, isReadonly } = useRights();
  const isOffered = useFeature('alarms');
  const queries = useQueryClient();
  const { data = NONE } = useQuery({
    queryKey: KEY,
    enabled: isOffered && !isShared(user) && may('events.view'),
    queryFn: async ({ signal }) => valueOf(await client.alarms.list(signal)),
    refetchInterval: ({ state }) => (state.error === null ? AGAIN_MS : false),
  });
  const { run, failure } = useWrite(
    (wanted: { eventIds: number[]; note: string | null }, signal) =>
      client.alarms.acknowledge(wanted, signal),
    { scope: 'alarms', goesOn: true, touches: KEY },
  );
  const acknowledge = useCallback(
    async (eventIds: readonly number[], note: string | null) => {
      const answer = await run({ eventIds: eventIds.slice(0, MAX_ALARMS_AT_ONCE), note });
      if (answer?.ok) {
        const after = new Map(answer.value.map((alarm) => [alarm.id, alarm]));
        queries.setQueryData<readonly FleetAlarm[]>(KEY, (known) =>
          known?.map((alarm) => after.get(alarm.id) ?? alarm),
        );
      }
      return answer;
    },
    [run, queries],
  );
  return {
    all: data,
    mayAcknowledge: !isReadonly,
    failure,
    acknowledge,
  };
}
