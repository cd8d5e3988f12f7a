import { useEffect, useEffectEvent } from 'react';
import { useFleet } from './fleet-context.tsx';

/** Runs the callback when a lost connection is back, for data outside the query cache, which does so by itself. */
export function useWhenBack(callback: () => void): void {
  const fleet = useFleet();
  const isBack = useEffectEvent(callback);
  useEffect(() => {
    const stop = new AbortController();
    let wasLost = fleet?.connection().state === 'waiting';
    // The browser knows before the live connection does, or alone.
    window.addEventListener('online', () => isBack(), { signal: stop.signal });
    const drop = fleet?.watchConnection(() => {
      const { state } = fleet.connection();
      if (state === 'live' && wasLost) isBack();
      if (state === 'live' || state === 'waiting') wasLost = state === 'waiting';
    });
    return () => {
      stop.abort();
      drop?.();
    };
  }, [fleet]);
}
