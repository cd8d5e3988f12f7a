import { NO_FACETS } from '@rastro/fleet';
import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import { NO_AREAS, type GroupAreas } from '../../live/group-areas.ts';
import { NO_COUNTS, type InsideCounts } from '../../live/inside.ts';
import type { Connection, Fleet, LastKnown, ListSnapshot, Vehicle } from '../../live/fleet.ts';

/** null while it opens. */
const Context = createContext<Fleet | null>(null);

export interface FleetProviderProps {
  readonly open: () => Promise<Fleet>;
  readonly children: ReactNode;
}

/** Opens the live fleet for as long as it is mounted. A fleet that does not open is a failure of the page. */
export function FleetProvider({ open, children }: FleetProviderProps) {
  const [fleet, setFleet] = useState<Fleet | null>(null);
  const [failure, setFailure] = useState<unknown>(null);

  useEffect(() => {
    let gone = false;
    let opened: Fleet | null = null;
    open().then((made) => {
      opened = made;
      if (gone) made.dispose();
      else setFleet(made);
    }, setFailure);
    return () => {
      gone = true;
      opened?.dispose();
      setFleet(null);
    };
  }, [open]);

  if (failure !== null) throw failure as Error;
  return <Context value={fleet}>{children}</Context>;
}

export function useFleet(): Fleet | null {
  return useContext(Context);
}

const CONNECTING: Connection = { state: 'connecting' };
const EMPTY_LIST: ListSnapshot = {
  query: { text: '', status: 'all', motion: 'all', sort: 'name-asc' },
  ids: new Int32Array(0),
  sections: [],
  counts: { total: 0, online: 0, offline: 0, unknown: 0, moving: 0, stopped: 0 },
  facets: NO_FACETS,
  loaded: false,
};
const watchNothing = (): (() => void) => () => undefined;

export function useConnection(): Connection {
  const fleet = useFleet();
  const watch = useCallback((wake: () => void) => fleet?.watchConnection(wake) ?? watchNothing(), [fleet]);
  return useSyncExternalStore(watch, () => fleet?.connection() ?? CONNECTING);
}

/** Time at which the shown states were valid; null while they are live. */
export function useLastKnown(): LastKnown | null {
  const fleet = useFleet();
  const watch = useCallback((wake: () => void) => fleet?.watchConnection(wake) ?? watchNothing(), [fleet]);
  return useSyncExternalStore(watch, () => fleet?.lastKnown() ?? null);
}

export function useFleetList(): ListSnapshot {
  const fleet = useFleet();
  const watch = useCallback((wake: () => void) => fleet?.watchList(wake) ?? watchNothing(), [fleet]);
  return useSyncExternalStore(watch, () => fleet?.list() ?? EMPTY_LIST);
}

/** Number of all vehicles that the user sees; null until they have been read. */
export function useVehicleCount(): number | null {
  const fleet = useFleet();
  const watch = useCallback((wake: () => void) => fleet?.watchList(wake) ?? watchNothing(), [fleet]);
  return useSyncExternalStore(watch, () => {
    const { loaded, counts } = fleet?.list() ?? EMPTY_LIST;
    return loaded ? counts.total : null;
  });
}

/** Number of vehicles in each geofence. @param isWanted False = nothing is counted, and the result is empty. */
export function useInside(isWanted: boolean): InsideCounts {
  const fleet = useFleet();
  const watch = useCallback(
    (wake: () => void) => (isWanted && fleet?.watchInside(wake)) || watchNothing(),
    [fleet, isWanted],
  );
  return useSyncExternalStore(watch, () => (isWanted && fleet?.inside()) || NO_COUNTS);
}

/** Areas of the groups whose vehicles the map shows. @param isWanted False = not shown, and all is empty. */
export function useGroupAreas(isWanted: boolean): GroupAreas {
  const fleet = useFleet();
  const watch = useCallback(
    (wake: () => void) => (isWanted && fleet?.watchGroupAreas(wake)) || watchNothing(),
    [fleet, isWanted],
  );
  return useSyncExternalStore(watch, () => (isWanted && fleet?.groupAreas()) || NO_AREAS);
}

/** True when a vehicle that was seen here went: it was deleted, or is not for this user any more. */
export function useHasGone(id: number): boolean {
  const isThere = useVehicle(id) !== undefined;
  const [seenId, setSeenId] = useState<number | null>(null);
  if (isThere && seenId !== id) setSeenId(id);
  return !isThere && seenId === id;
}

/** Watches one vehicle while mounted; undefined until its details arrive. */
export function useVehicle(id: number): Vehicle | undefined {
  const fleet = useFleet();
  const watch = useCallback(
    (wake: () => void) => fleet?.watchVehicle(id, wake) ?? watchNothing(),
    [fleet, id],
  );
  return useSyncExternalStore(watch, () => fleet?.vehicle(id));
}
