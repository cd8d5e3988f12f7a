import type { Fleet, ListQuery, ListSnapshot } from '../../../packages/web/src/live/fleet.ts';
import type { FleetUpdate } from '../../../packages/web/src/live/worker-messages.ts';

/** Vehicles in an update that counts as a batch. */
const LARGE = 500;

export interface Measurement {
  /** Milliseconds of script to take a large update of the map from the worker. */
  readonly batches: readonly number[];
  /** The same for an answer of the list. */
  readonly lists: readonly number[];
  readonly frames: readonly number[];
  readonly longTasks: readonly number[];
}

/**
 * Functions that the benchmark calls in the page. Wraps the message handler of the data worker and every frame
 * callback.
 */
export function measure(fleet: Fleet) {
  let batches: number[] = [];
  let lists: number[] = [];
  let frames: number[] = [];
  let longTasks: number[] = [];
  let frameMs = 0;
  let onList: (list: ListSnapshot) => void = () => undefined;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longTasks.push(duration);
  }).observe({ entryTypes: ['longtask'] });
  const worker = Reflect.get(window, 'fleetWorker') as Worker;
  const take = worker.onmessage;
  worker.onmessage = (message: MessageEvent<FleetUpdate>) => {
    const startedAt = performance.now();
    // Reading `data` is what pays for the copy of the message.
    const { map, list } = message.data;
    take?.call(worker, message);
    const tookMs = performance.now() - startedAt;
    if ((map?.slots.length ?? 0) >= LARGE) batches.push(tookMs);
    else if (list !== undefined) lists.push(tookMs);
    if (list !== undefined) onList(list);
  };
  const request = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (callback) =>
    request((now) => {
      const startedAt = performance.now();
      callback(now);
      frameMs += performance.now() - startedAt;
    });
  const closeFrame = (): void => {
    if (frameMs > 0) frames.push(frameMs);
    frameMs = 0;
    request(closeFrame);
  };
  request(closeFrame);
  return {
    reset(): void {
      batches = [];
      lists = [];
      frames = [];
      longTasks = [];
    },
    read: (): Measurement => ({ batches, lists, frames, longTasks }),
    /** Milliseconds from the key to the moment this thread has the answer. */
    ask(query: ListQuery): Promise<number> {
      const startedAt = performance.now();
      return new Promise((resolve) => {
        onList = ({ query: answered }) => {
          if (JSON.stringify(answered) !== JSON.stringify(query)) return;
          onList = () => undefined;
          resolve(performance.now() - startedAt);
        };
        fleet.setQuery(query);
      });
    },
  };
}
