import { useCallback, useSyncExternalStore } from 'react';
import { useServices } from '../services.tsx';

const wakes = new WeakMap<object, Set<() => void>>();

/** Whether this browser leaves the geofences off the map, and the switch for it. */
export function useFencesHidden(): readonly [isHidden: boolean, setHidden: (isHidden: boolean) => void] {
  const { preferences } = useServices();
  const watch = useCallback(
    (wake: () => void) => {
      const all = wakes.get(preferences) ?? new Set();
      wakes.set(preferences, all.add(wake));
      return () => void all.delete(wake);
    },
    [preferences],
  );
  const isHidden = useSyncExternalStore(watch, () => preferences.read('fencesHidden') === 'true');
  const setHidden = (hidden: boolean): void => {
    preferences.write('fencesHidden', hidden ? 'true' : null);
    for (const wake of wakes.get(preferences) ?? []) wake();
  };
  return [isHidden, setHidden];
}
