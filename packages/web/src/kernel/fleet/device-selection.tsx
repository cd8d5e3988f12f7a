import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import { useFleet } from './fleet-context.tsx';

/** Vehicles that were chosen to do something to all of them. Lives as long as one is signed in. */
export interface DeviceSelection {
  /** The list shows what is chosen, and a press chooses. */
  readonly isOn: boolean;
  readonly ids: ReadonlySet<number>;
  readonly start: () => void;
  /** Ends choosing and forgets what was chosen. */
  readonly stop: () => void;
  readonly choose: (ids: Iterable<number>) => void;
  /** One more or one less; a range goes from the last one to this one, in the order of the list. */
  readonly toggle: (id: number, range: { readonly order: ArrayLike<number> } | null) => void;
}

const NOTHING: ReadonlySet<number> = new Set();
const Context = createContext<DeviceSelection>({
  isOn: false,
  ids: NOTHING,
  start: () => undefined,
  stop: () => undefined,
  choose: () => undefined,
  toggle: () => undefined,
});

export function DeviceSelectionProvider({ children }: { children: ReactNode }) {
  const [isOn, setOn] = useState(false);
  const [ids, setIds] = useState(NOTHING);
  const last = useRef<number | null>(null);
  const fleet = useFleet();
  // What went is not chosen any more: nothing can be done to it.
  useEffect(
    () =>
      fleet?.watchGone((gone) =>
        setIds((old) => (gone.some((id) => old.has(id)) ? without(old, gone) : old)),
      ),
    [fleet],
  );

  const toggle = useCallback<DeviceSelection['toggle']>((id, range) => {
    const from = last.current;
    last.current = id;
    setOn(true);
    setIds((old) => {
      const next = new Set(old);
      if (range !== null && from !== null) for (const each of between(range.order, from, id)) next.add(each);
      else if (!next.delete(id)) next.add(id);
      return next;
    });
  }, []);
  const value = useMemo<DeviceSelection>(
    () => ({
      isOn,
      ids,
      start: () => setOn(true),
      stop: () => {
        last.current = null;
        setOn(false);
        setIds(NOTHING);
      },
      choose: (chosen) => {
        last.current = null;
        setIds(new Set(chosen));
      },
      toggle,
    }),
    [isOn, ids, toggle],
  );
  return <Context value={value}>{children}</Context>;
}

export function useDeviceSelection(): DeviceSelection {
  return useContext(Context);
}

const without = (ids: ReadonlySet<number>, gone: readonly number[]): ReadonlySet<number> =>
  ids.difference(new Set(gone));

/** Both ends included; what is not in the list any more counts as the other end. */
function between(order: ArrayLike<number>, from: number, to: number): readonly number[] {
  const all = Array.from(order);
  const end = all.indexOf(to);
  const start = all.indexOf(from) === -1 ? end : all.indexOf(from);
  return all.slice(Math.min(start, end), Math.max(start, end) + 1);
}
