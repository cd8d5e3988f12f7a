import { host } from '@rastro/base/host';
import { isHiddenDevice } from '@rastro/fleet';
import type { Directory } from '../directory/directory.ts';
import type { Clock } from '@rastro/base';
import type { GroupCommit } from './group-commit.ts';
import type { LiveDevices } from './live-device.ts';
import type { OwnPartitions } from './own-partitions.ts';
import type { Pipeline } from './pipeline.ts';

/** Dependencies of the watch for silent devices. */
export interface WatchDeps {
  readonly clock: Clock;
  readonly pipeline: Pipeline;
  readonly commits: GroupCommit;
  readonly directory: Directory;
  readonly live: LiveDevices;
  readonly own: OwnPartitions;
}

/** Interval of the checks for silent devices. @source docs/reference/tracking-api.md §8.5 */
const CHECK_MS = 900_000;

/**
 * Reports devices that have been silent for as long as their attributes say. The first check reaches back to the last
 * record this server got, so that a moment that passed while it was down is not missed; later ones to the one before the
 * last, because another process may have watched the device until then. It remembers which moments were reported.
 * @returns a function that stops the watch.
 */
export function watchInactivity({ clock, pipeline, commits, directory, live, own }: WatchDeps): () => void {
  let checkedAt = Math.min(clock.now() - CHECK_MS, lastMessageTime(live));
  const check = (): void => {
    const now = clock.now();
    const from = Math.min(checkedAt, now - 2 * CHECK_MS);
    for (const device of directory.devices.inOrder()) {
      if (isHiddenDevice(device) || !own.owns(device.id)) continue;
      const processed = pipeline.reportInactive(device, from, now);
      if (processed) commits.add(processed, nothing, nothing);
    }
    checkedAt = now;
  };
  const timer = host.setInterval(check, CHECK_MS);
  timer.unref();
  check();
  return () => host.clearInterval(timer);
}

const nothing = (): void => {};

function lastMessageTime(live: LiveDevices): number {
  let last = 0;
  for (const { committed } of live.all()) last = Math.max(last, committed.lastUpdate ?? 0);
  return last;
}
