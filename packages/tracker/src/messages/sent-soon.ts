import { host } from '@rastro/base/host';
import type { TrackerBus } from './topics.ts';

/** A bus that is away holds up nobody for longer. */
const FLUSH_MS = 250;

/** Resolves when what was published before is on its way to the others, or the bus is away. */
export const sentSoon = (bus: Pick<TrackerBus, 'flush'>): Promise<void> =>
  new Promise((resolve) => {
    const timer = host.setTimeout(resolve, FLUSH_MS);
    const sent = (): void => {
      host.clearTimeout(timer);
      resolve();
    };
    bus.flush().then(sent, sent);
  });
