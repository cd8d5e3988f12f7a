import { useFailureText } from '../../ui/use-failure-text.ts';
import type { ListViewProps } from '../../ui/list/list-view.tsx';
import { failureIn } from '../queries/query-client.ts';

/** Why a list is not known, in words, with another try; null = nothing failed. `title` says which list. */
export function useListFailure(
  { error, refetch }: { readonly error: Error | null; readonly refetch: () => unknown },
  title: string,
): ListViewProps['failure'] {
  const failureText = useFailureText();
  if (error === null) return null;
  return { title, text: failureText(failureIn(error)), onRetry: () => void refetch() };
}
