import { useLocation } from 'react-router';

/** Message from a closing form to the list. */
export type Notice = 'saved' | 'deleted';

/** Goes along with the way back to the list. @param madeId What is there now and was not before. */
export const withNotice = (notice: Notice, madeId?: number) => ({
  state: { notice, ...(madeId !== undefined && { madeId }) },
});

/** Message of the form that was open before; null = none. */
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
