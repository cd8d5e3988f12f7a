import type {
  ChecklistPage,
  DefectPage,
  InspectionDetail,
  InspectionPage,
  MissedInspectionPage,
} from '@rastro/fleet/inspections';
import { inspectionCalls } from '@rastro/tracking-client';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { valueOf } from '../../kernel/queries/query-client.ts';
import { useServices } from '../../kernel/services.tsx';
import { askedDefects, askedInspections, askedMissed, type InspectionView } from './inspection-question.ts';

/** Everything about inspections: whatever is written touches all of it. */
export const INSPECTIONS_KEY = ['inspections'] as const;
/** Drivers report at any time. */
const AGAIN_MS = 30_000;
const placeOf = (after: string) => (after === '' ? {} : { after });

export function useInspectionCalls() {
  const { extension } = useServices();
  return useMemo(() => inspectionCalls(extension.calls), [extension]);
}
/** Pages of inspections, the next one when it is asked for. */
export function useInspections(view: InspectionView) {
  const calls = useInspectionCalls();
  const query = askedInspections(view);
  return useInfiniteQuery({
    queryKey: [...INSPECTIONS_KEY, 'list', query],
    initialPageParam: '',
    refetchInterval: AGAIN_MS,
    queryFn: async ({ pageParam, signal }): Promise<InspectionPage> =>
      valueOf(await calls.list({ ...query, ...placeOf(pageParam) }, signal)),
    getNextPageParam: (page) => page.next,
  });
}
export function useInspection(id: number) {
  const calls = useInspectionCalls();
  return useQuery<InspectionDetail>({
    queryKey: [...INSPECTIONS_KEY, 'one', id],
    queryFn: async ({ signal }) => valueOf(await calls.read(id, signal)),
    // Pictures come after their inspection.
    refetchInterval: ({ state }) => (state.error === null ? AGAIN_MS : false),
  });
}
export function useDefects(view: InspectionView) {
  const calls = useInspectionCalls();
  const query = askedDefects(view);
  return useInfiniteQuery({
    queryKey: [...INSPECTIONS_KEY, 'defects', query],
    initialPageParam: '',
    refetchInterval: AGAIN_MS,
    queryFn: async ({ pageParam, signal }): Promise<DefectPage> =>
      valueOf(await calls.defects({ ...query, ...placeOf(pageParam) }, signal)),
    getNextPageParam: (page) => page.next,
  });
}
export function useDefect(id: number) {
  const calls = useInspectionCalls();
  return useQuery({
    queryKey: [...INSPECTIONS_KEY, 'defect', id],
    queryFn: async ({ signal }) => valueOf(await calls.defect(id, signal)),
    enabled: id > 0,
    refetchInterval: ({ state }) => (state.error === null ? AGAIN_MS : false),
  });
}
export function useChecklists(text: string) {
  const calls = useInspectionCalls();
  const query = text.trim() === '' ? {} : { text: text.trim() };
  return useInfiniteQuery({
    queryKey: [...INSPECTIONS_KEY, 'checklists', query],
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }): Promise<ChecklistPage> =>
      valueOf(await calls.checklists({ ...query, ...placeOf(pageParam) }, signal)),
    getNextPageParam: (page) => page.next,
  });
}
/** Missed inspections of the last seven days, in pages. */
export function useMissed(view: InspectionView) {
  const calls = useInspectionCalls();
  const query = askedMissed(view);
  return useInfiniteQuery({
    queryKey: [...INSPECTIONS_KEY, 'missed', query],
    initialPageParam: '',
    refetchInterval: AGAIN_MS,
    queryFn: async ({ pageParam, signal }): Promise<MissedInspectionPage> =>
      valueOf(await calls.missed({ ...query, ...placeOf(pageParam) }, signal)),
    getNextPageParam: (page) => page.next,
  });
}
