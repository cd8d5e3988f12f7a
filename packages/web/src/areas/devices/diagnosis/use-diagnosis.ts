import type { Diagnosis } from '@rastro/fleet';
import { useQuery } from '@tanstack/react-query';
import { valueOf } from '../../../kernel/queries/query-client.ts';
import { useServices } from '../../../kernel/services.tsx';
import { useRights } from '../../../kernel/use-rights.ts';

const REFRESH_MS = 60_000;
/** Statuses from a tracking server that does not know the call. */
const ABSENT = new Set([404, 405]);

export interface DiagnosisAnswer {
  /** undefined = on its way; null = this server does not know, or this user may not ask. */
  readonly diagnosis: Diagnosis | null | undefined;
  readonly error: Error | null;
}

/** Reason why a vehicle sends nothing, as the server sees it now. */
export function useDiagnosis(deviceId: number): DiagnosisAnswer {
  const { client } = useServices();
  const mayAsk = useRights().may('devices.view');
  const { data, error } = useQuery<Diagnosis | null>({
    queryKey: ['diagnosis', deviceId],
    enabled: mayAsk,
    refetchInterval: ({ state }) => (state.data === null ? false : REFRESH_MS),
    queryFn: async ({ signal }) => {
      const answer = await client.devices.diagnosis(deviceId, signal);
      return !answer.ok && ABSENT.has(answer.error.status) ? null : valueOf(answer);
    },
  });
  return { diagnosis: mayAsk ? data : null, error };
}
