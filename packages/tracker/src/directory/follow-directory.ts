import { randomToken } from '@rastro/base';
import type { DirectoryStorage } from '@rastro/storage';
import { whenMessagesAreLost } from '../messages/lost-messages.ts';
import { Rereading } from '../messages/rereading.ts';
import type { DirectoryChange, TrackerBus } from '../messages/topics.ts';
import { Directory, type DirectoryWrite } from './directory.ts';

/**
 * A replica of the directory for a role in a process of its own: read from storage, then synchronized with all others.
 * It publishes its own writes and applies those of others. Each kind has one writer at a time (users through the API,
 * new devices through ingest), so the order on the bus is the order in storage. A process that dies between a write and
 * its message leaves the others behind; they read again when a replica starts.
 */
export async function openReplica(
  storage: DirectoryStorage,
  bus: TrackerBus,
  brand: string,
): Promise<{ readonly directory: Directory; readonly close: () => void }> {
  const from = randomToken(8);
  // What changes while it is read is taken over afterwards; twice the same does no harm.
  const early: DirectoryChange[] = [];
  let take = (change: DirectoryChange): void => void early.push(change);
  const unsubscribe = bus.subscribe('directory.changed', (change) => {
    if (change.from !== from) take(change);
  });
  await bus.flush();
  const directory = await Directory.load(storage, brand);
  const rereading = new Rereading<Directory, DirectoryWrite>({
    load: () => Directory.load(storage, brand),
    become: (stored, since) => {
      directory.become(stored);
      for (const write of since) directory.follow(write);
    },
  });
  take = (change) => {
    directory.follow(change);
    rereading.note(change);
  };
  for (const change of early) directory.follow(change);
  const stops = [
    unsubscribe,
    directory.watchWrites((write) => {
      bus.publish('directory.changed', { ...write, from });
      rereading.note(write);
    }),
    whenMessagesAreLost(bus, () => rereading.start(), from),
    () => rereading.close(),
  ];
  bus.publish('directory.opened', { from });
  return {
    directory,
    close: () => {
      for (const stop of stops) stop();
    },
  };
}
