import type { Layout, LayoutContent, Layouts } from '@rastro/fleet/layouts';
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { valueOf } from '../../kernel/queries/query-client.ts';
import { useServices } from '../../kernel/services.tsx';
import { OverviewStore, type OverviewState } from './overview-store.ts';

export const LAYOUTS_KEY = ['layouts'] as const;
/** Another browser of the same user shows a change after this. */
const AGAIN_MS = 10_000;

/** Overviews of the user, and the defaults above and below. */
export function useLayouts(): UseQueryResult<Layouts> {
  const { extension } = useServices();
  return useQuery<Layouts>({
    queryKey: LAYOUTS_KEY,
    queryFn: async ({ signal }) => valueOf(await extension.layouts.list(signal)),
    refetchInterval: ({ state }) => (state.error === null ? AGAIN_MS : false),
  });
}

export interface OpenOverview extends OverviewState, Pick<OverviewStore, 'edit' | 'undo' | 'retry'> {}

/** The overview that is open. @param layout Null = `standard`, until its first change. */
export function useOverview(
  layout: Layout | null,
  standard: LayoutContent,
  onAdded: (layout: Layout) => void,
): OpenOverview {
  const { extension } = useServices();
  const queries = useQueryClient();
  const [store] = useState(
    () =>
      new OverviewStore(extension.layouts, { content: layout ?? standard, stored: layout }, (added) => {
        queries.setQueryData<Layouts>(
          LAYOUTS_KEY,
          (known) => known && { ...known, layouts: [...known.layouts, added] },
        );
        onAdded(added);
      }),
  );
  const state = useSyncExternalStore(store.watch, store.state);
  useEffect(() => {
    if (layout !== null) store.take(layout);
  }, [store, layout]);
  useEffect(() => {
    window.addEventListener('online', store.retry);
    return () => {
      window.removeEventListener('online', store.retry);
      store.close();
    };
  }, [store]);
  const { edit, undo, retry } = store;
  return { ...state, edit, undo, retry };
}
