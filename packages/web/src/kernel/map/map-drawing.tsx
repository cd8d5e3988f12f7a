import type { Map as MapLibre } from 'maplibre-gl';
import { createContext, useContext, useMemo, useState, type ReactNode } from 'react';
import type { FenceShape } from './entry-points.ts';

/** Map settings that a panel changes while a shape is drawn or not yet saved. */
export interface MapDrawing {
  /** The living map; null while there is none. */
  readonly map: MapLibre | null;
  readonly setMap: (map: MapLibre | null) => void;
  /** A shape is being drawn: the panel makes space, and clicks are not about vehicles. */
  readonly isDrawing: boolean;
  readonly setDrawing: (isDrawing: boolean) => void;
  /** Stands in for the saved shape with the same id; without an area that one is hidden. */
  readonly draft: FenceShape | null;
  readonly setDraft: (draft: FenceShape | null) => void;
}

const Context = createContext<MapDrawing>({
  map: null,
  setMap: () => undefined,
  isDrawing: false,
  setDrawing: () => undefined,
  draft: null,
  setDraft: () => undefined,
});

export function MapDrawingProvider({ children }: { children: ReactNode }) {
  const [map, setMap] = useState<MapLibre | null>(null);
  const [isDrawing, setDrawing] = useState(false);
  const [draft, setDraft] = useState<FenceShape | null>(null);
  const value = useMemo(
    () => ({ map, setMap, isDrawing, setDrawing, draft, setDraft }),
    [map, isDrawing, draft],
  );
  return <Context value={value}>{children}</Context>;
}

export function useMapDrawing(): MapDrawing {
  return useContext(Context);
}
