import { randomToken } from '@rastro/base';
import { host } from '@rastro/base/host';
import type { DirectoryStorage } from '@rastro/storage';
import { whenMessagesAreLost } from '../messages/lost-messages.ts';
import { Rereading } from '../messages/rereading.ts';
import type { DirectoryChange, TrackerBus } from '../messages/topics.ts';
import { Directory, type DirectoryWrite } from './directory.ts';

/**
 * A replica of the directory for a role in a process of its own: read from storage, then synchronized with all others.
 * It publishes its own writes and applies those of others. A process that dies between a write and its message leaves
 * the others behind; they read again when a replica starts. Where two write the same at about the same time, messages may
 * come in another order than the writes, so all read again.
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
  const writers = new RecentWriters();
  take = (change) => {
    directory.follow(change);
    rereading.note(change);
    if (writers.areSeveral(change, change.from)) rereading.start();
  };
  for (const change of early) take(change);
  const stops = [
    unsubscribe,
    directory.watchWrites((write) => {
      bus.publish('directory.changed', { ...write, from });
      rereading.note(write);
      if (writers.areSeveral(write, from)) rereading.start();
    }),
    whenMessagesAreLost(bus, ['directory.changed'], () => rereading.finish(), from),
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

/** Writes so far apart have messages in their order. */
const APART_MS = 2000;

/** Replicas that have written lately, by what they wrote. */
class RecentWriters {
  readonly #byName = new Map<string, { readonly from: string; readonly at: number }>();

  /** Has another replica written some of it at about the same time? */
  areSeveral(write: DirectoryWrite, from: string): boolean {
    const now = host.elapsed();
    // The oldest come first.
    for (const [name, { at }] of this.#byName) {
      if (now - at < APART_MS) break;
      this.#byName.delete(name);
    }
    let several = false;
    for (const name of namesOf(write)) {
      several ||= (this.#byName.get(name)?.from ?? from) !== from;
      this.#byName.delete(name);
      this.#byName.set(name, { from, at: now });
    }
    return several;
  }
}

const namesOf = (write: DirectoryWrite): readonly string[] =>
  write.kind === 'links'
    ? [...write.add, ...write.remove].map(
        ({ ownerKind, ownerId, propertyKind, propertyId }) =>
          `${ownerKind} ${ownerId} ${propertyKind} ${propertyId}`,
      )
    : [`${write.kind} ${write.id}`];
