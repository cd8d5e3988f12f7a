import { useEffect, useRef, useState } from 'react';
import { passagesNear, type Passage } from './passages.ts';
import type { TrackLoader } from './track-loader.ts';
import type { Track } from './track.ts';

/** Times at which vehicles were near a place. */
export interface FoundPassages {
  readonly passages: readonly Passage[];
  /** In every detail; else by the ways as they are drawn. */
  readonly detail: 'reading' | 'whole' | 'rough';
}
export interface PassageSearch {
  /** null = not asked, or no vehicle was there. */
  readonly found: FoundPassages | null;
  readonly ask: (place: { readonly x: number; readonly y: number }, radius: number) => void;
  readonly close: () => void;
}

/** Found at once in the loaded tracks, then in all records near that place. */
export function usePassages(loader: TrackLoader, tracks: readonly Track[]): PassageSearch {
  const [found, setFound] = useState<FoundPassages | null>(null);
  const asking = useRef<AbortController>(null);
  const stop = (): void => asking.current?.abort();
  useEffect(() => stop, [loader]);
  const publish = (passages: readonly Passage[], detail: FoundPassages['detail']): void =>
    setFound(passages.length > 0 ? { passages, detail } : null);
  return {
    found,
    ask: (place, radius) => {
      stop();
      const own = new AbortController();
      asking.current = own;
      const ids = tracks.map(({ deviceId }) => deviceId);
      publish(passagesNear(tracks, place, radius), 'reading');
      void loader.closely({ deviceIds: ids, place, radius }, own.signal).then((close) => {
        if (own.signal.aborted) return;
        publish(passagesNear(close.tracks, place, radius), close.isWhole ? 'whole' : 'rough');
      });
    },
    close: () => {
      stop();
      setFound(null);
    },
  };
}
