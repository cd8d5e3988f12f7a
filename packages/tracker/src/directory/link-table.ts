import { OTHER_NAMES } from '@rastro/fleet';
import type { DirectoryStorage, StoredLink } from '@rastro/storage';

type LinkWrite = (add: readonly StoredLink[], remove: readonly StoredLink[]) => void;

/** "Owner has property" in both directions. Kinds as the API names them: user, device, group, managedUser … */
export class LinkTable {
  readonly #storage: DirectoryStorage;
  readonly #properties = new Index();
  readonly #owners = new Index();
  readonly #watchers = new Set<(links: readonly StoredLink[]) => void>();
  readonly #onWrite: LinkWrite;

  /** @param onWrite Called with local writes, so that other replicas can follow. */
  constructor(storage: DirectoryStorage, onWrite: LinkWrite = () => {}) {
    this.#storage = storage;
    this.#onWrite = onWrite;
  }

  async load(): Promise<void> {
    for (const link of await this.#storage.links()) this.#add(link);
  }

  has({ ownerKind, ownerId, propertyKind, propertyId }: StoredLink): boolean {
    return this.of(ownerKind, ownerId, propertyKind).has(propertyId);
  }
  /** Ids that an owner has. */
  of(ownerKind: string, ownerId: number, propertyKind: string): ReadonlySet<number> {
    return this.#properties.get(ownerKind, propertyKind, ownerId);
  }
  /** Ids of all that an owner has, by kind. */
  ofOwner(ownerKind: string, ownerId: number): Readonly<Record<string, readonly number[]>> {
    const byKind: Record<string, number[]> = {};
    for (const [kind, id] of this.#properties.all(ownerKind, ownerId)) (byKind[kind] ??= []).push(id);
    return byKind;
  }
  /** Ids of the owners that have a property. */
  ownersOf(propertyKind: string, propertyId: number, ownerKind: string): ReadonlySet<number> {
    return this.#owners.get(propertyKind, ownerKind, propertyId);
  }
  /** Called after links changed, durably. */
  watch(watcher: (links: readonly StoredLink[]) => void): () => void {
    this.#watchers.add(watcher);
    return () => void this.#watchers.delete(watcher);
  }

  async change(add: readonly StoredLink[], remove: readonly StoredLink[]): Promise<void> {
    await this.#storage.changeLinks(add, remove);
    this.follow(add, remove);
    this.#onWrite(add, remove);
  }
  /** Another replica has written this. */
  follow(add: readonly StoredLink[], remove: readonly StoredLink[]): void {
    for (const link of remove) this.#remove(link);
    for (const link of add) this.#add(link);
    for (const watcher of this.#watchers) watcher([...remove, ...add]);
  }

  /** Takes over what another replica has read from storage later. */
  become(later: LinkTable): void {
    const add = [...later.#properties.links()].filter((link) => !this.has(link));
    const remove = [...this.#properties.links()].filter((link) => !later.has(link));
    if (add.length + remove.length > 0) this.follow(add, remove);
  }

  /** Forgets every link from and to an entity that storage has just removed with its links. */
  forget(kind: string, id: number): void {
    const gone: StoredLink[] = [];
    for (const [propertyKind, propertyId] of this.#properties.all(kind, id)) {
      gone.push({ ownerKind: kind, ownerId: id, propertyKind, propertyId });
    }
    for (const propertyKind of [kind, ...(OTHER_NAMES[kind] ?? [])]) {
      for (const [ownerKind, ownerId] of this.#owners.all(propertyKind, id)) {
        gone.push({ ownerKind, ownerId, propertyKind, propertyId: id });
      }
    }
    for (const link of gone) this.#remove(link);
    if (gone.length > 0) for (const watcher of this.#watchers) watcher(gone);
  }

  #add({ ownerKind, ownerId, propertyKind, propertyId }: StoredLink): void {
    this.#properties.add(ownerKind, propertyKind, ownerId, propertyId);
    this.#owners.add(propertyKind, ownerKind, propertyId, ownerId);
  }
  #remove({ ownerKind, ownerId, propertyKind, propertyId }: StoredLink): void {
    this.#properties.remove(ownerKind, propertyKind, ownerId, propertyId);
    this.#owners.remove(propertyKind, ownerKind, propertyId, ownerId);
  }
}

const NONE: ReadonlySet<number> = new Set();

/**
 * Kind → other kind → id → other ids. Nested, because joining the three to one key for every look-up was the
 * most expensive part of sending a live frame.
 */
class Index {
  readonly #byKind = new Map<string, Map<string, Map<number, Set<number>>>>();

  get(kind: string, otherKind: string, id: number): ReadonlySet<number> {
    return this.#byKind.get(kind)?.get(otherKind)?.get(id) ?? NONE;
  }
  /** Everything at the other ends, as (kind, id). */
  *all(kind: string, id: number): Generator<readonly [string, number]> {
    for (const [otherKind, ids] of this.#byKind.get(kind) ?? []) {
      for (const otherId of ids.get(id) ?? []) yield [otherKind, otherId];
    }
  }
  /** Everything, from owners to properties. */
  *links(): Generator<StoredLink> {
    for (const [ownerKind, byOther] of this.#byKind)
      for (const [propertyKind, ids] of byOther)
        for (const [ownerId, properties] of ids)
          for (const propertyId of properties) yield { ownerKind, ownerId, propertyKind, propertyId };
  }
  add(kind: string, otherKind: string, id: number, otherId: number): void {
    const ids = within(
      within(this.#byKind, kind, newMap<string, Map<number, Set<number>>>),
      otherKind,
      newMap<number, Set<number>>,
    );
    within(ids, id, () => new Set<number>()).add(otherId);
  }
  remove(kind: string, otherKind: string, id: number, otherId: number): void {
    const ids = this.#byKind.get(kind)?.get(otherKind);
    const others = ids?.get(id);
    others?.delete(otherId);
    if (others?.size === 0) ids?.delete(id);
  }
}

const newMap = <K, V>(): Map<K, V> => new Map();

function within<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = make()));
  return value;
}
