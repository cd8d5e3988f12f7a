import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { Player, type PlayerState } from './player.ts';
import type { Span } from './track.ts';

/** A player for a period; the first begins where the address says, as far as that lies within. */
export function usePlayer({ from, to }: Span, cursor: number | null): Player {
  const [first] = useState(cursor);
  const player = useMemo(() => new Player({ from, to }, first), [from, to, first]);
  useEffect(() => () => player.pause(), [player]);
  return player;
}

/** One thing of the player; give it what changes seldom. */
export function usePlayerState<T>(player: Player, select: (state: PlayerState) => T): T {
  return useSyncExternalStore(player.watch, () => select(player.state()));
}

/** The moment, at most so often: for texts, which cannot be read sixty times a second. */
export function useCursor(player: Player, everyMs: number): number {
  const seen = useRef({ at: player.state().cursor, ms: 0 });
  const watch = useCallback(
    (wake: () => void) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const take = (): void => {
        timer = undefined;
        seen.current = { at: player.state().cursor, ms: performance.now() };
        wake();
      };
      take();
      const unwatch = player.watch(() => {
        timer ??= setTimeout(take, Math.max(0, everyMs - (performance.now() - seen.current.ms)));
      });
      return () => {
        clearTimeout(timer);
        unwatch();
      };
    },
    [player, everyMs],
  );
  return useSyncExternalStore(watch, () => seen.current.at);
}
