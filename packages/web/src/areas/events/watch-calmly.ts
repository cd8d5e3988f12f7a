import type { FleetEvent } from '@rastro/fleet';
import type { Fleet } from '../../live/fleet.ts';

/** Most events held for one step; of a longer burst the oldest are in the list of events alone. */
const MOST_HELD = 2000;

/**
 * Watches the events of a fleet in steps: the first at once, what follows within `stepMs` together.
 * What waits of a vehicle that went is dropped.
 * @returns ends it; what waits is dropped.
 */
export function watchCalmly(
  fleet: Pick<Fleet, 'watchEvents' | 'watchGone'>,
  stepMs: number,
  take: (events: readonly FleetEvent[]) => void,
): () => void {
  let held: readonly FleetEvent[] = [];
  let timer: number | null = null;
  const step = (): void => {
    timer = null;
    if (held.length === 0) return;
    const events = held;
    held = [];
    timer = window.setTimeout(step, stepMs);
    take(events);
  };
  const stop = fleet.watchEvents((events) => {
    held = [...held, ...events].slice(-MOST_HELD);
    if (timer === null) step();
  });
  const stopGone = fleet.watchGone((gone) => {
    held = held.filter(({ deviceId }) => !gone.includes(deviceId));
  });
  return () => {
    stop();
    stopGone();
    if (timer !== null) window.clearTimeout(timer);
  };
}
