import { useLocation } from 'react-router';

/** What a form says to the list when it closes. */
export type Notice = 'saved' | 'deleted';

/** Goes along with the way back to the list. */
export const withNotice = (notice: Notice) => ({ state: { notice } });

/** What the form before says; null = nothing. */
export function useNotice(): Notice | null {
  const state: unknown = useLocation().state;
  if (typeof state !== 'object' || state === null || !('notice' in state)) return null;
  return state.notice === 'saved' || state.notice === 'deleted' ? state.notice : null;
}
