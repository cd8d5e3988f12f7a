import { useEffect } from 'react';
import { useServices, useSessionState } from '../services.tsx';

const AGAIN_MS = 10_000;

/** A page that began without the server asks it who is signed in as soon as it is back. */
export function useKeptSession(): void {
  const { session } = useServices();
  const state = useSessionState();
  const isKept = state.kind === 'signedIn' && state.isKept === true;
  useEffect(() => {
    if (!isKept) return undefined;
    const stop = new AbortController();
    const ask = (): void => void session.refresh(stop.signal);
    const timer = setInterval(ask, AGAIN_MS);
    window.addEventListener('online', ask);
    return () => {
      stop.abort();
      clearInterval(timer);
      window.removeEventListener('online', ask);
    };
  }, [isKept, session]);
}
