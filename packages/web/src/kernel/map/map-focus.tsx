import type { LatLng } from '@rastro/fleet';
import { createContext, useContext, useMemo, useState, type ReactNode } from 'react';

export interface FocusPoint extends LatLng {
  /** The user has just pointed at it: the map stays where it is. */
  readonly isInSight?: boolean;
}

/** A place that a panel wants to see on the map, e.g. a row of the history. */
export interface MapFocus {
  readonly point: FocusPoint | null;
  readonly focus: (point: FocusPoint | null) => void;
}

const Context = createContext<MapFocus>({ point: null, focus: () => undefined });

export function MapFocusProvider({ children }: { children: ReactNode }) {
  const [point, focus] = useState<FocusPoint | null>(null);
  const value = useMemo(() => ({ point, focus }), [point]);
  return <Context value={value}>{children}</Context>;
}

export function useMapFocus(): MapFocus {
  return useContext(Context);
}
