import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';

/** Area that a screen which has the map for itself covers, next to its panel. */
export interface MapClaim {
  readonly bottomPx: number;
  /** Of a panel that is wider than others. */
  readonly leftPx?: number | undefined;
  /** It says where to look; else the whole fleet is brought into sight at first. */
  readonly hasView: boolean;
}
interface Claiming {
  /** null = the map shows the fleet, and clicks are about vehicles. */
  readonly claim: MapClaim | null;
  readonly setClaim: (claim: MapClaim | null) => void;
}

const Context = createContext<Claiming>({ claim: null, setClaim: () => undefined });

export function MapClaimProvider({ children }: { children: ReactNode }) {
  const [claim, setClaim] = useState<MapClaim | null>(null);
  const value = useMemo(() => ({ claim, setClaim }), [claim]);
  return <Context value={value}>{children}</Context>;
}

/** The claim of the moment, for who places the map. */
export const useMapClaim = (): MapClaim | null => useContext(Context).claim;

/** Takes the map while mounted: clicks on it belong to this screen. */
export function useClaimedMap({ bottomPx, leftPx, hasView }: MapClaim): void {
  const { setClaim } = useContext(Context);
  useEffect(() => {
    setClaim({ bottomPx, leftPx, hasView });
    return () => setClaim(null);
  }, [setClaim, bottomPx, leftPx, hasView]);
}
