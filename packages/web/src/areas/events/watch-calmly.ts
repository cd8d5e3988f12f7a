import type { FleetEvent } from '@rastro/fleet';
import type { Fleet } from '../../live/fleet.ts';

/** Most events held for one step; of a longer burst the oldest are in the list of events alone. */
const MAX_HELD = 2000;

/** Longest wait for the names of the fleet: a slow server must not hold back an alarm. */
const NAMES_MS = 5000;

/**
 * Watches the events of a fleet in steps: the first at once, those that follow within `stepMs` together. Events during
 * the first read of the fleet wait for it, so that they have the vehicle's name.
 * Waiting events of a vehicle that is gone are dropped.
 * @returns a function that ends it; waiting events are dropped.
 */
export function watchCalmly(
  fleet: Pick<Fleet, 'watchEvents' | 'watchGone' | 'list' | 'watchList'>,
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
  let isNamed = fleet.list().loaded;
  const begin = (): void => {
    if (isNamed) return;
    isNamed = true;
    if (timer === null) step();
  };
  const stopList = fleet.watchList(() => {
    if (fleet.list().loaded) begin();
  });
  const late = window.setTimeout(begin, NAMES_MS);
  const stop = fleet.watchEvents((events) => {
    held = [...held, ...events].slice(-MAX_HELD);
    if (isNamed && timer === null) step();
  });
  const stopGone = fleet.watchGone((gone) => {
    held = held.filter(({ deviceId }) => !gone.includes(deviceId));
  });
  return () => {
    stop();
    stopGone();
    stopList();
    window.clearTimeout(late);
    if (timer !== null) window.clearTimeout(timer);
  };
}
