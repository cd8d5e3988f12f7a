import { useQuery, type UseQueryResult } from '@tanstack/react-query';

/** Begins the keys of all data of widgets. */
export const WIDGETS_KEY = 'overview';
const AGAIN_MS = 60_000;

/**
 * Data of a widget. Nothing stays behind when the widget goes: a right that is given back shows what is true then, and
 * a right that is taken away leaves nothing to be shown from memory.
 */
export function useWidgetQuery<T>(
  key: readonly unknown[],
  queryFn: (context: { readonly signal: AbortSignal }) => Promise<T>,
  isWanted = true,
): UseQueryResult<T> {
  return useQuery<T>({
    queryKey: [WIDGETS_KEY, ...key],
    enabled: isWanted,
    gcTime: 0,
    refetchInterval: ({ state }) => (state.error === null ? AGAIN_MS : false),
    queryFn,
  });
}
