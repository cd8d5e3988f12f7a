import type { Directory } from '../directory/directory.ts';
import type { LiveDevices } from '../pipeline/live-device.ts';
import type { Intake } from './intake.ts';

/** How often silent devices are looked for. @source reference/tracking-api.md §8.5 */
const CHECK_MS = 900_000;

/**
 * Reports devices that have been silent for as long as their attributes say. The first look reaches back to
 * when this server last heard anything, so that a moment that passed while it was down is not missed.
 * @returns stops watching.
 */
export function watchInactivity(intake: Intake, directory: Directory, live: LiveDevices): () => void {
  let looked = Math.min(intake.clock.now() - CHECK_MS, lastWord(live));
  const look = (): void => {
    const now = intake.clock.now();
    for (const device of directory.devices.inOrder()) {
      const processed = intake.pipeline.reportInactive(device, looked, now);
      if (processed) intake.commits.add(processed, nothing, nothing);
    }
    looked = now;
  };
  const timer = setInterval(look, CHECK_MS);
  timer.unref();
  look();
  return () => clearInterval(timer);
}

const nothing = (): void => {};

function lastWord(live: LiveDevices): number {
  let last = 0;
  for (const { shown } of live.all()) last = Math.max(last, shown.lastUpdate ?? 0);
  return last;
}
