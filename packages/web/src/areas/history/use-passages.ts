import { useEffect, useRef, useState } from 'react';
import { passagesNear, type Passage } from './passages.ts';
import type { TrackLoader } from './track-loader.ts';
import type { Track } from './track.ts';

/** When vehicles were near a place. */
export interface FoundPassages {
  readonly passages: readonly Passage[];
  /** In every detail; else by the ways as they are drawn. */
  readonly detail: 'reading' | 'whole' | 'rough';
}
export interface ShownPassages {
  /** null = nobody has asked, or nobody was there. */
  readonly found: FoundPassages | null;
  readonly ask: (place: { readonly x: number; readonly y: number }, radius: number) => void;
  readonly close: () => void;
}

/** Told at once by the ways that are there, then by all that is recorded near that place. */
export function usePassages(loader: TrackLoader, shown: readonly Track[]): ShownPassages {
  const [found, setFound] = useState<FoundPassages | null>(null);
  const asking = useRef<AbortController>(null);
  const stop = (): void => asking.current?.abort();
  useEffect(() => stop, [loader]);
  const tell = (passages: readonly Passage[], detail: FoundPassages['detail']): void =>
    setFound(passages.length > 0 ? { passages, detail } : null);
  return {
    found,
    ask: (place, radius) => {
      stop();
      const own = new AbortController();
      asking.current = own;
      const ids = shown.map(({ deviceId }) => deviceId);
      tell(passagesNear(shown, place, radius), 'reading');
      void loader.closely({ deviceIds: ids, place, radius }, own.signal).then((close) => {
        if (own.signal.aborted) return;
        tell(passagesNear(close.tracks, place, radius), close.isWhole ? 'whole' : 'rough');
      });
    },
    close: () => {
      stop();
      setFound(null);
    },
  };
}
