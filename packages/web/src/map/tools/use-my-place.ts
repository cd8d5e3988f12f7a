import type { Map as MapLibre } from 'maplibre-gl';
import { useEffect, useEffectEvent, useState } from 'react';
import { MyPlace, type MyPlaceState } from './my-place.ts';

/** Location of this browser, on the map while switched on. */
export function useMyPlace(
  map: MapLibre | null,
  accent: string,
): { readonly state: MyPlaceState | null; readonly toggle: () => void } {
  const [isWanted, setWanted] = useState(false);
  const [state, setState] = useState<MyPlaceState | null>(null);
  const show = useEffectEvent((over: MapLibre) => new MyPlace(over, { accent, onState: setState }));
  useEffect(() => {
    if (map === null || !isWanted) return undefined;
    const place = show(map);
    return () => {
      place.stop();
      setState(null);
    };
  }, [map, isWanted]);
  return { state, toggle: () => setWanted((was) => !was) };
}
