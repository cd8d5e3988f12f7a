import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { useWhenBack } from '../../kernel/fleet/use-when-back.ts';
import type { Period } from '../../kernel/period/period.ts';
import { useServices } from '../../kernel/services.tsx';
import { TrackLoader, type VehicleTrack } from './track-loader.ts';

export interface ReadTracks {
  readonly tracks: readonly VehicleTrack[];
  readonly loader: TrackLoader;
}

/** Ways of vehicles in a period; given up when the screen is left or others are asked. @param measures The same array until others are wanted. */
export function useTracks(
  deviceIds: readonly number[],
  { from, to }: Period,
  measures: readonly string[],
): ReadTracks {
  const { client } = useServices();
  const [fromMs, toMs] = [from.getTime(), to.getTime()];
  const ids = deviceIds.join(',');
  const loader = useMemo(
    () =>
      new TrackLoader({
        client,
        deviceIds: ids === '' ? [] : ids.split(',').map(Number),
        measures,
        span: { from: Math.floor(fromMs / 1000), to: Math.ceil(toMs / 1000) },
      }),
    [client, ids, fromMs, toMs, measures],
  );
  useEffect(() => {
    void loader.load();
    return () => loader.stop();
  }, [loader]);
  useWhenBack(() => void loader.retry());
  return { tracks: useSyncExternalStore(loader.watch, loader.tracks), loader };
}
