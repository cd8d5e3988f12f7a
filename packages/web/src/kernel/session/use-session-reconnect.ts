import { useEffect } from 'react';
import { useServices, useSessionState } from '../services.tsx';

const AGAIN_MS = 10_000;

/** A page that began without the server asks it who is signed in as soon as it is back. */
export function useSessionReconnect(): void {
  const { session } = useServices();
  const state = useSessionState();
  const isOffline = state.kind === 'signedIn' && state.isOffline === true;
  useEffect(() => {
    if (!isOffline) return undefined;
    const stop = new AbortController();
    const ask = (): void => void session.refresh(stop.signal);
    const timer = setInterval(ask, AGAIN_MS);
    window.addEventListener('online', ask);
    return () => {
      stop.abort();
      clearInterval(timer);
      window.removeEventListener('online', ask);
    };
  }, [isOffline, session]);
}
