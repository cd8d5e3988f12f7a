import { useCallback, useSyncExternalStore } from 'react';

/** @source docs/reference/requirements.md SPEC §9 "Mobile detection": a mobile user agent, or width up to 768 px. */
const PHONE_WIDTH = '(max-width: 768px)';
const PHONE_AGENT = /Android.+Mobile|iPhone|iPod|Windows Phone|IEMobile|Opera Mini/i;

export function useIsPhone(): boolean {
  const watch = useCallback((wake: () => void) => {
    const media = window.matchMedia(PHONE_WIDTH);
    media.addEventListener('change', wake);
    return () => media.removeEventListener('change', wake);
  }, []);
  return useSyncExternalStore(
    watch,
    () => PHONE_AGENT.test(navigator.userAgent) || window.matchMedia(PHONE_WIDTH).matches,
  );
}
