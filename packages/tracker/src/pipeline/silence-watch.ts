import type { WatchRoom } from './inactivity-watch.ts';

/**
 * Marks devices that have said nothing for a while as `unknown`.
 * @param silenceMs `status.timeout` of the tracking API, 600 s. @source reference/tracking-api.md §6.1
 * @returns stops watching.
 */
export function watchSilence({ clock, pipeline, commits, live }: WatchRoom, silenceMs: number): () => void {
  const timer = setInterval(
    () => {
      const now = clock.now();
      for (const { deviceId, ahead } of live.all()) {
        if (ahead.status !== 'online' || ahead.lastUpdate === null) continue;
        // A clock that was put back makes the last word lie ahead: as good as unknown.
        if (Math.abs(now - ahead.lastUpdate) < silenceMs) continue;
        commits.add(pipeline.changeStatus(deviceId, 'unknown', now), nothing, nothing);
      }
    },
    Math.max(silenceMs / 10, 1000),
  );
  timer.unref();
  return () => clearInterval(timer);
}

const nothing = (): void => {};
