import type { PrivateValue, PrivateStorage } from '@rastro/storage';

/** Keys, subscriptions and secrets, in memory; storage is written first. Nothing here leaves through the API. */
export class PrivateStore {
  readonly #storage: PrivateStorage;
  readonly #byOwner = new Map<number, Map<string, string>>();

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
    this.#set(value);
  }
  async remove(ownerId: number, name: string): Promise<void> {
    await this.#storage.removePrivateValue(ownerId, name);
    this.#byOwner.get(ownerId)?.delete(name);
  }
  /** Forgets an owner whom PrivateStorage has removed, with all values. */
  forget(ownerId: number): void {
    this.#byOwner.delete(ownerId);
  }

  #set({ ownerId, name, value }: PrivateValue): void {
    const own = this.#byOwner.get(ownerId);
    if (own) own.set(name, value);
    else this.#byOwner.set(ownerId, new Map([[name, value]]));
  }
}
