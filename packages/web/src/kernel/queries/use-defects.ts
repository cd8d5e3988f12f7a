import { isShared } from '@rastro/fleet';
import { SIGNED_STATES, UNREPAIRED_STATES, type Defect, type DefectPage } from '@rastro/fleet/inspections';
import { inspectionCalls, type DefectQuestion } from '@rastro/tracking-client';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useServices, useSignedIn, type Services } from '../services.tsx';
import { useRights } from '../use-rights.ts';
import { valueOf } from './query-client.ts';

const PAGE = 500;
/** More are found with the inspections; nobody reads so many. */
const MAX_PAGES = 4;
/** Below the key of inspections: whatever is written there reads this again. */
const DEFECTS_KEY = ['inspections', 'of-plan'] as const;
/** Drivers report at any time. */
const AGAIN_MS = 60_000;

export interface ReadDefects {
  readonly defects: readonly Defect[];
  /** There are more of them. */
  readonly isMore: boolean;
}
/** Defects that are not over. */
export const OPEN_DEFECTS: DefectQuestion = { state: [...UNREPAIRED_STATES, ...SIGNED_STATES] };

/** Defects of a question, the newest first. */
export async function readDefects(
  { extension }: Pick<Services, 'extension'>,
  question: DefectQuestion,
  signal: AbortSignal,
): Promise<ReadDefects> {
  const calls = inspectionCalls(extension.calls);
  const defects: Defect[] = [];
  let after: string | null = null;
  for (let page = 0; page < MAX_PAGES; page++) {
    const asked: DefectQuestion = { ...question, descending: true, limit: PAGE };
    const found: DefectPage = valueOf(
      await calls.defects(after === null ? asked : { ...asked, after }, signal),
    );
    defects.push(...found.defects);
    after = found.next;
    if (after === null) break;
  }
  return { defects, isMore: after !== null };
}

/** Whether the user sees defects: those who see the service plan alone do not. */
export function useMaySeeDefects(): boolean {
  const { may } = useRights();
  const { user } = useSignedIn();
  return may('inspections.view') && !isShared(user);
}

/** Defects that inspections found, for the screens of the service plan; nothing for who may not see them. */
export function useDefects(question: DefectQuestion): UseQueryResult<ReadDefects> {
  const services = useServices();
  const enabled = useMaySeeDefects();
  return useQuery<ReadDefects>({
    queryKey: [...DEFECTS_KEY, question],
    enabled,
    refetchInterval: ({ state }) => (state.error === null ? AGAIN_MS : false),
    queryFn: ({ signal }) => readDefects(services, question, signal),
  });
}

/** Address of a defect. */
export const defectPath = (id: number): string => `/inspections?tab=defects&defect=${id}`;
