import { host, type Timer } from '@rastro/base/host';
import { randomToken } from '@rastro/base';
import { StorageError, type DirectoryStorage } from '@rastro/storage';
import type { DirectoryChange, TrackerBus } from '../messages/topics.ts';
import { Directory, type DirectoryWrite } from './directory.ts';

const AGAIN_MS = 5000;

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
  const rereading = new Rereading(directory, () => Directory.load(storage, brand));
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
    bus.subscribe('directory.opened', ({ from: other }) => {
      if (other !== from) rereading.start();
    }),
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

/** Reads a directory again, and loses nothing that is written meanwhile, here or elsewhere. */
class Rereading {
  readonly #directory: Directory;
  readonly #load: () => Promise<Directory>;
  #since: DirectoryWrite[] = [];
  #isReading = false;
  /** Something may have been written after what is being read. */
  #isWanted = false;
  #timer: Timer | null = null;
  #isClosed = false;

  constructor(directory: Directory, load: () => Promise<Directory>) {
    this.#directory = directory;
    this.#load = load;
  }

  note(write: DirectoryWrite): void {
    if (this.#isReading) this.#since.push(write);
  }
  start(): void {
    this.#isWanted = true;
    if (!this.#isReading) void this.#read();
  }
  close(): void {
    this.#isClosed = true;
    host.clearTimeout(this.#timer);
  }

  async #read(): Promise<void> {
    this.#isReading = true;
    try {
      while (this.#isWanted && !this.#isClosed) {
        this.#isWanted = false;
        this.#since = [];
        const stored = await this.#load();
        this.#directory.become(stored);
        for (const write of this.#since) this.#directory.follow(write);
      }
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      // The disk may answer later.
      if (!this.#isClosed) this.#timer = host.setTimeout(() => this.start(), AGAIN_MS);
    } finally {
      this.#isReading = false;
      this.#since = [];
    }
  }
}
