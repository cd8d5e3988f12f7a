import { useEffect, useState } from 'react';

/** `missing` = the browser has none, as over plain HTTP; `off` = it was refused. */
export type WakeLockState = 'on' | 'off' | 'missing';

/** Keeps the screen awake while the page is seen. The browser lets go when it is hidden: it is asked again after that. */
export function useWakeLock(): WakeLockState {
  const [state, setState] = useState<WakeLockState>(() => (isOffered() ? 'off' : 'missing'));
  useEffect(() => {
    if (!isOffered()) return undefined;
    let lock: WakeLockSentinel | null = null;
    let isGone = false;
    const ask = async (): Promise<void> => {
      if (document.visibilityState !== 'visible' || (lock !== null && !lock.released)) return;
      try {
        const given = await navigator.wakeLock.request('screen');
        if (isGone) await given.release();
        else {
          lock = given;
          setState('on');
          given.addEventListener('release', () => setState('off'), { once: true });
        }
      } catch {
        // E.g. an empty battery.
        setState('off');
      }
    };
    const asked = (): void => void ask();
    asked();
    document.addEventListener('visibilitychange', asked);
    return () => {
      isGone = true;
      document.removeEventListener('visibilitychange', asked);
      void lock?.release();
    };
  }, []);
  return state;
}

const isOffered = (): boolean => 'wakeLock' in navigator;
