import { useEffect, useEffectEvent, useState } from 'react';
import { openTrackScene, type TrackScene, type TrackView } from './entry-points.ts';
import { useMapDrawing } from './map-drawing.tsx';

export interface TrackSceneWish {
  /** Scheme at the time of opening; later ones are passed to the scene. */
  readonly scheme: 'light' | 'dark';
  readonly onMarker: (key: string) => void;
  readonly onGround?: (place: { readonly x: number; readonly y: number }, near: number) => void;
  readonly onView?: (view: TrackView) => void;
  readonly onDrag?: () => void;
}

/** Lays ways and marks over the living map while mounted. null = there is no map, or it is on its way. */
export function useTrackScene(wish: TrackSceneWish): TrackScene | null {
  const { map } = useMapDrawing();
  const [scene, setScene] = useState<TrackScene | null>(null);
  const marker = useEffectEvent((key: string) => wish.onMarker(key));
  const ground = useEffectEvent((place: { x: number; y: number }, near: number) =>
    wish.onGround?.(place, near),
  );
  const view = useEffectEvent((seen: TrackView) => wish.onView?.(seen));
  const drag = useEffectEvent(() => wish.onDrag?.());
  const firstScheme = useEffectEvent(() => wish.scheme);
  useEffect(() => {
    if (map === null) return undefined;
    let isGone = false;
    let opened: TrackScene | null = null;
    const open = async (): Promise<void> => {
      const made = await openTrackScene(map, {
        scheme: firstScheme(),
        onMarker: (key) => marker(key),
        onGround: (place, near) => ground(place, near),
        onView: (seen) => view(seen),
        onDrag: () => drag(),
      });
      if (isGone) made.stop();
      else setScene((opened = made));
    };
    open().catch((error: unknown) => console.warn('Cannot show this on the map', error));
    return () => {
      isGone = true;
      opened?.stop();
      setScene(null);
    };
  }, [map]);
  return scene;
}
