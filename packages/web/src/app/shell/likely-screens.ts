import { useEffect } from 'react';
import { useFleetList } from '../../kernel/fleet/fleet-context.tsx';
import { useIsPhone } from '../../ui/use-is-phone.ts';
import { SCREENS } from '../screens/registry.ts';
import { loadWhenIdle, pageIsIdle, type LoadCode } from './load-when-idle.ts';

/** Screens that most users open next, the likeliest first. */
const LIKELY: readonly LoadCode[] = SCREENS.flatMap(({ likely, load }) =>
  likely === true && load !== null ? [load] : [],
);
const ON_PHONES: readonly LoadCode[] = [() => import('../../ui/bottom-sheet.tsx'), ...LIKELY];

/** Once the fleet is there, the code of likely screens comes while nothing else happens. */
export function useLikelyScreens(): void {
  const { loaded } = useFleetList();
  const isPhone = useIsPhone();
  useEffect(() => {
    if (!loaded) return undefined;
    const ending = new AbortController();
    void loadWhenIdle(isPhone ? ON_PHONES : LIKELY, pageIsIdle, ending.signal);
    return () => ending.abort();
  }, [loaded, isPhone]);
}
