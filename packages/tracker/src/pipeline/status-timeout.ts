import { host } from '@rastro/base/host';
import type { WatchDeps } from './inactivity-watch.ts';

/**
 * Marks devices that have been silent for a while as `unknown`.
 * @param statusTimeoutMs `status.timeout` of the tracking API, 600 s. @source docs/reference/tracking-api.md §6.1
 * @returns a function that stops the watch.
 */
export function watchStatusTimeout(
  { clock, pipeline, commits, live }: WatchDeps,
  statusTimeoutMs: number,
): () => void {
  const timer = host.setInterval(
    () => {
      const now = clock.now();
      for (const { deviceId, pending } of live.all()) {
        if (pending.status !== 'online' || pending.lastUpdate === null) continue;
        // A clock that was put back makes the last word lie ahead: as good as unknown.
        if (Math.abs(now - pending.lastUpdate) < statusTimeoutMs) continue;
        commits.add(pipeline.changeStatus(deviceId, 'unknown', now), nothing, nothing);
      }
    },
    Math.max(statusTimeoutMs / 10, 1000),
  );
  timer.unref();
  return () => host.clearInterval(timer);
}

const nothing = (): void => {};
