import { useCallback, useSyncExternalStore } from 'react';
import { isPhone, PHONE_WIDTH } from './is-phone.ts';

export function useIsPhone(): boolean {
  const watch = useCallback((wake: () => void) => {
    const media = window.matchMedia(PHONE_WIDTH);
    media.addEventListener('change', wake);
    return () => media.removeEventListener('change', wake);
  }, []);
  return useSyncExternalStore(watch, isPhone);
}
