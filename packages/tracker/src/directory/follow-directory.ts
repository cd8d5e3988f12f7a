import { randomToken } from '@rastro/base';
import type { TrackerBus } from '../messages/topics.ts';
import type { Directory } from './directory.ts';

/**
 * Keeps a replica of the directory and all others alike: what is written through it is told, what others write
 * is taken over. Of one thing there is one writer at a time (people through the api, new devices through ingest),
 * so the order on the bus is the order in storage.
 * @returns ends it.
 */
export function followDirectory(directory: Directory, bus: TrackerBus): () => void {
  const from = randomToken(8);
  const stops = [
    directory.watchWrites((write) => bus.publish('directory.changed', { ...write, from })),
    bus.subscribe('directory.changed', (change) => {
      if (change.from !== from) directory.follow(change);
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
