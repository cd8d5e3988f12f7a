import { randomToken } from '@rastro/base';
import { StorageError, type PrivateStorage, type PrivateValue } from '@rastro/storage';
import { whenMessagesAreLost } from '../messages/lost-messages.ts';
import { Rereading } from '../messages/rereading.ts';
import type { TrackerBus } from '../messages/topics.ts';
import type { Shared } from './share-credentials.ts';

type Name = Pick<PrivateValue, 'ownerId' | 'name'>;

/** Keys, subscriptions and secrets, in memory; storage is written first. Nothing here leaves through the API. */
export class PrivateStore {
  readonly #storage: PrivateStorage;
  #byOwner = new Map<number, Map<string, string>>();
  readonly #watchers = new Set<(written: Name) => void>();

  private constructor(storage: PrivateStorage) {
    this.#storage = storage;
  }

  static async load(storage: PrivateStorage): Promise<PrivateStore> {
    const store = new PrivateStore(storage);
    for (const value of await storage.privateValues()) store.#set(value);
    return store;
  }

  get(ownerId: number, name: string): string | null {
    return this.#byOwner.get(ownerId)?.get(name) ?? null;
  }
  /** Name and value of all that an owner has. */
  of(ownerId: number): ReadonlyMap<string, string> {
    return this.#byOwner.get(ownerId) ?? new Map();
  }
  async put(value: PrivateValue): Promise<void> {
    await this.#storage.putPrivateValue(value);
    this.#written(value);
  }
  async remove(ownerId: number, name: string): Promise<void> {
    await this.#storage.removePrivateValue(ownerId, name);
    this.#written({ ownerId, name, value: null });
  }
  /**
   * Changes a value and loses nothing that another process writes meanwhile.
   * @param next Called with what is stored, again when that has changed; null = it stays as it is.
   * @returns whether it was changed.
   */
  async change(
    ownerId: number,
    name: string,
    next: (stored: string | null) => string | null,
  ): Promise<boolean> {
    for (;;) {
      const stored = await this.#storage.privateValue(ownerId, name);
      const value = next(stored);
      if (value === null) {
        this.#take({ ownerId, name, value: stored });
        return false;
      }
      if (!(await this.#storage.swapPrivateValue({ ownerId, name, value }, stored))) continue;
      this.#written({ ownerId, name, value });
      return true;
    }
  }
  /** A value of the installation that is made once, by whichever process comes first. */
  async once(name: string, make: () => string): Promise<string> {
    const known = this.get(0, name);
    if (known !== null) return known;
    let value = '';
    await this.change(0, name, (stored) => {
      value = stored ?? make();
      return stored === null ? value : null;
    });
    return value;
  }
  /** Forgets an owner whom PrivateStorage has removed, with all values. */
  forget(ownerId: number): void {
    this.#byOwner.delete(ownerId);
  }

  /** Another process has written this: reads it. */
  async follow({ ownerId, name }: Name): Promise<void> {
    this.#take({ ownerId, name, value: await this.#storage.privateValue(ownerId, name) });
  }
  /** Takes over what is stored. @param since Written since it was read. */
  become(stored: readonly PrivateValue[], since: readonly Name[]): void {
    const newer = since.map(({ ownerId, name }) => ({ ownerId, name, value: this.get(ownerId, name) }));
    this.#byOwner = new Map();
    for (const value of stored) this.#set(value);
    for (const value of newer) this.#take(value);
  }
  /** Called with the names of what is written here, for the other processes. */
  watch(watcher: (written: Name) => void): () => void {
    this.#watchers.add(watcher);
    return () => void this.#watchers.delete(watcher);
  }

  #written(value: Name & { readonly value: string | null }): void {
    this.#take(value);
    for (const watcher of this.#watchers) watcher({ ownerId: value.ownerId, name: value.name });
  }
  #take({ ownerId, name, value }: Name & { readonly value: string | null }): void {
    if (value === null) this.#byOwner.get(ownerId)?.delete(name);
    else this.#set({ ownerId, name, value });
  }
  #set({ ownerId, name, value }: PrivateValue): void {
    const own = this.#byOwner.get(ownerId);
    if (own) own.set(name, value);
    else this.#byOwner.set(ownerId, new Map([[name, value]]));
  }
}

/** Loads the private values, and keeps those of this process and of all others the same. Only names are announced. */
export async function sharePrivateValues(
  storage: PrivateStorage,
  bus: TrackerBus,
): Promise<{ readonly privateStore: PrivateStore; readonly shared: Shared }> {
  const from = randomToken(8);
  const early: Name[] = [];
  let take = (written: Name): void => void early.push(written);
  const unsubscribe = bus.subscribe('private.changed', (written) => {
    if (written.from !== from) take(written);
  });
  await bus.flush();
  const privateStore = await PrivateStore.load(storage);
  const rereading = new Rereading<readonly PrivateValue[], Name>({
    load: () => storage.privateValues(),
    become: (stored, since) => privateStore.become(stored, since),
  });
  // One after the other: what is read last is the newest.
  let following = Promise.resolve();
  take = (written) => {
    following = following
      .then(() => privateStore.follow(written))
      .then(() => rereading.note(written))
      .catch((error: unknown) => {
        if (!(error instanceof StorageError)) throw error;
        rereading.start();
      });
  };
  for (const written of early) take(written);
  const stops = [
    unsubscribe,
    privateStore.watch((written) => {
      bus.publish('private.changed', { ...written, from });
      rereading.note(written);
    }),
    whenMessagesAreLost(bus, ['private.changed'], () => rereading.finish()),
    () => rereading.close(),
  ];
  const close = (): void => {
    for (const stop of stops) stop();
  };
  return { privateStore, shared: { close } };
}
