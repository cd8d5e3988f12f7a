import { useEffect, useEffectEvent } from 'react';

const FIRST_PAUSE_MS = 5000;
const LONGEST_PAUSE_MS = 300_000;

/** Of two tabs one sends; the other comes later. Insecure pages have no locks: there the server counts once. */
export function alone<T>(lock: string, work: () => Promise<T>): Promise<T> {
  const locks: LockManager | undefined = globalThis.navigator.locks;
  return locks === undefined ? work() : locks.request(lock, work);
}

/** Sends what waits when the page opens, when the network is back, and after pauses that grow. */
export function useSendingAgain(isWaiting: boolean, send: () => Promise<unknown>): void {
  const again = useEffectEvent(() => void send());
  useEffect(() => {
    if (!isWaiting) return undefined;
    let pauseMs = FIRST_PAUSE_MS;
    let timer = 0;
    const next = (): void => {
      again();
      timer = window.setTimeout(next, pauseMs);
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    };
    const atOnce = (): void => {
      window.clearTimeout(timer);
      pauseMs = FIRST_PAUSE_MS;
      next();
    };
    next();
    window.addEventListener('online', atOnce);
    return () => {
      window.clearTimeout(timer);
      window.removeEventListener('online', atOnce);
    };
  }, [isWaiting]);
}
