import type { Diagnosis } from '@rastro/fleet';
import { useQuery } from '@tanstack/react-query';
import { valueOf } from '../../../kernel/queries/query-client.ts';
import { useServices } from '../../../kernel/services.tsx';
import { useRights } from '../../../kernel/use-rights.ts';
import { useFeature } from '../../../kernel/use-feature.ts';

const REFRESH_MS = 60_000;

export interface DiagnosisAnswer {
  /** undefined = on its way; null = this server does not know it, or this user may not ask. */
  readonly diagnosis: Diagnosis | null | undefined;
  readonly error: Error | null;
}

/** Reason why a vehicle sends nothing, as the server sees it now. */
export function useDiagnosis(deviceId: number): DiagnosisAnswer {
  const { client } = useServices();
  const isOffered = useFeature('diagnosis');
  const mayAsk = useRights().may('devices.view') && isOffered;
  const { data, error } = useQuery<Diagnosis>({
    queryKey: ['diagnosis', deviceId],
    enabled: mayAsk,
    refetchInterval: REFRESH_MS,
    queryFn: async ({ signal }) => valueOf(await client.devices.diagnosis(deviceId, signal)),
  });
  return { diagnosis: mayAsk ? data : null, error };
}
