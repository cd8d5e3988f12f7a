import type { Map as MapLibre } from 'maplibre-gl';
import { useLayoutEffect, useRef } from 'react';

const MOVE_MS = 220;

export interface MapInset {
  readonly left: number;
  readonly bottom: number;
}

/** Keeps what the map shows in the middle of the part that no panel covers. */
export function useMapPadding(map: MapLibre | null, { left, bottom }: MapInset): void {
  const placed = useRef<MapLibre | null>(null);
  // Before the effects of what is on the map: a flight that one of them begins must not be cut off.
  useLayoutEffect(() => {
    if (map === null) return;
    const padding = { top: 0, right: 0, left, bottom };
    // At first the map is just there; later it slides as the panel does.
    if (placed.current === map) map.easeTo({ padding, duration: MOVE_MS });
    else map.setPadding(padding);
    placed.current = map;
  }, [map, left, bottom]);
}
