import type { LatLng } from '@rastro/fleet';
import { createContext, useContext, useMemo, useState, type ReactNode } from 'react';

/** A place that a panel wants to see on the map, e.g. a row of the history. */
export interface MapFocus {
  readonly point: LatLng | null;
  readonly focus: (point: LatLng | null) => void;
}

const Context = createContext<MapFocus>({ point: null, focus: () => undefined });

export function MapFocusProvider({ children }: { children: ReactNode }) {
  const [point, focus] = useState<LatLng | null>(null);
  const value = useMemo(() => ({ point, focus }), [point]);
  return <Context value={value}>{children}</Context>;
}

export function useMapFocus(): MapFocus {
  return useContext(Context);
}
