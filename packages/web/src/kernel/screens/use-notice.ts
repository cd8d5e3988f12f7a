import { useLocation } from 'react-router';

/** What a form says to the list when it closes. */
export type Notice = 'saved' | 'deleted';

/** Goes along with the way back to the list. @param madeId What is there now and was not before. */
export const withNotice = (notice: Notice, madeId?: number) => ({
  state: { notice, ...(madeId !== undefined && { madeId }) },
});

/** What the form before says; null = nothing. */
export function useNotice(): Notice | null {
  const state: unknown = useLocation().state;
  if (typeof state !== 'object' || state === null || !('notice' in state)) return null;
  return state.notice === 'saved' || state.notice === 'deleted' ? state.notice : null;
}

/** The id of what the form before has made; null = nothing new. */
export function useMadeId(): number | null {
  const state: unknown = useLocation().state;
  if (typeof state !== 'object' || state === null || !('madeId' in state)) return null;
  return typeof state.madeId === 'number' ? state.madeId : null;
}
