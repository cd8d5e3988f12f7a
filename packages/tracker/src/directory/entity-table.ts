import { isDeepStrictEqual } from 'node:util';
import { retryOnConflict } from '@rastro/base';
import type { DirectoryStorage, DocumentKind, StoredDocument } from '@rastro/storage';

/** Named by `name`, or by `description` where the tracking API has no name. */
export interface Entity {
  readonly id: number;
  readonly name?: string;
  readonly description?: string | null;
}
export interface TableChange<T> {
  readonly before: T | null;
  readonly after: T | null;
}

/**
 * All entities of one kind, in memory and in the order of their names; storage is written first.
 * Reading costs a map look-up, so rights can be checked on every request and every live message.
 */
export class EntityTable<T extends Entity> {
  readonly #storage: DirectoryStorage;
  readonly #kind: DocumentKind;
  readonly #keyOf: (entity: T) => string | null;
  readonly #byId = new Map<number, T>();
  readonly #byKey = new Map<string, T>();
  /** Ids in order of (lower-case name, id). */
  #order: { readonly id: number; readonly sortKey: string }[] = [];
  readonly #watchers = new Set<(change: TableChange<T>) => void>();
  /** Called with local writes, so that other replicas can follow. */
  readonly #onWrite: (id: number, after: T | null) => void;

  constructor(
    storage: DirectoryStorage,
    kind: DocumentKind,
    keyOf: (entity: T) => string | null,
    onWrite: (id: number, after: T | null) => void = () => {},
  ) {
    this.#storage = storage;
    this.#kind = kind;
    this.#keyOf = keyOf;
    this.#onWrite = onWrite;
  }

  /** Reads all; call once, before use. */
  async load(): Promise<void> {
    for (const document of await this.#storage.documents(this.#kind)) {
      const entity = this.#entityIn(document);
      this.#byId.set(entity.id, entity);
      const key = this.#keyOf(entity);
      if (key !== null) this.#byKey.set(key, entity);
    }
    this.#order = [...this.#byId.values()].map(orderEntry).sort(compare);
  }

  get size(): number {
    return this.#byId.size;
  }
  get(id: number): T | undefined {
    return this.#byId.get(id);
  }
  byKey(key: string): T | undefined {
    return this.#byKey.get(key);
  }
  get first(): T | undefined {
    const [entry] = this.#order;
    return entry && this.#byId.get(entry.id);
  }
  /** In order of name. */
  *inOrder(): Generator<T> {
    for (const { id } of this.#order) {
      const entity = this.#byId.get(id);
      if (entity) yield entity;
    }
  }

  /** Called after each change, in memory and durable. */
  watch(watcher: (change: TableChange<T>) => void): () => void {
    this.#watchers.add(watcher);
    return () => void this.#watchers.delete(watcher);
  }

  /** @throws StorageError CONFLICT when the key is taken. */
  async create(entity: Omit<T, 'id'>): Promise<T> {
    const key = this.#keyOf(entity as T);
    const id = await this.#storage.insertDocument(this.#kind, key, entity);
    return this.#written(id, entity);
  }
  /** @returns null when another entity of this kind already exists. */
  async createFirst(entity: Omit<T, 'id'>): Promise<T | null> {
    const key = this.#keyOf(entity as T);
    const id = await this.#storage.insertFirstDocument(this.#kind, key, entity);
    return id === null ? null : this.#written(id, entity);
  }
  /**
   * Replaces the whole entity, whatever is there: the last one who writes wins, as in Traccar.
   * @throws StorageError CONFLICT when the key is taken by another.
   */
  async update(entity: T): Promise<T> {
    const { id, ...body } = entity;
    await this.#storage.updateDocument(this.#kind, { id, key: this.#keyOf(entity), body }, null);
    // Removed while the write was under way: remains removed.
    return this.#byId.has(id) ? this.#written(id, entity) : entity;
  }
  /**
   * Changes a part of an entity and loses nothing that others write meanwhile, here or in another process.
   * @param next Called with what is stored, again when that has changed; null = it stays as it is.
   * @returns null when there is no such entity, or it stayed.
   * @throws StorageError CONFLICT when the key is taken by another.
   */
  change(id: number, next: (stored: T) => T | null): Promise<T | null> {
    return retryOnConflict(async () => {
      const stored = await this.#storage.document(this.#kind, id);
      const entity = stored && next(this.#entityIn(stored));
      if (!entity) return null;
      const { id: _, ...body } = entity;
      const document = { id, key: this.#keyOf(entity), body };
      await this.#storage.updateDocument(this.#kind, document, stored.version);
      return this.#byId.has(id) ? this.#written(id, entity) : entity;
    });
  }
  async remove(id: number): Promise<void> {
    await this.#storage.removeDocument(this.#kind, id);
    this.#remove(id);
    this.#onWrite(id, null);
  }
  /** Another replica has written this. @param after Null = removed. */
  follow(id: number, after: object | null): void {
    if (after) this.#put(id, after as T);
    else this.#remove(id);
  }

  /** Takes over what another replica has read from storage later. */
  become(later: Pick<EntityTable<Entity>, 'get' | 'inOrder'>): void {
    const gone = [...this.#byId.keys()].filter((id) => !later.get(id));
    for (const id of gone) this.follow(id, null);
    for (const entity of later.inOrder())
      if (!isDeepStrictEqual(entity, this.get(entity.id))) this.follow(entity.id, entity);
  }

  /** Bodies of a kind are written by its table alone. */
  #entityIn({ id, body }: StoredDocument): T {
    return { ...body, id } as unknown as T;
  }
  #written(id: number, values: Omit<T, 'id'>): T {
    const entity = this.#put(id, values);
    this.#onWrite(id, entity);
    return entity;
  }
  #remove(id: number): void {
    const before = this.#byId.get(id);
    if (!before) return;
    this.#forget(before);
    for (const watcher of this.#watchers) watcher({ before, after: null });
  }

  #put(id: number, values: Omit<T, 'id'>): T {
    const entity = { ...values, id } as T;
    const before = this.#byId.get(id) ?? null;
    if (before) this.#forget(before);
    this.#byId.set(id, entity);
    const key = this.#keyOf(entity);
    if (key !== null) this.#byKey.set(key, entity);
    const entry = orderEntry(entity);
    this.#order.splice(this.#place(entry), 0, entry);
    for (const watcher of this.#watchers) watcher({ before, after: entity });
    return entity;
  }

  #forget(entity: T): void {
    this.#byId.delete(entity.id);
    const key = this.#keyOf(entity);
    if (key !== null) this.#byKey.delete(key);
    this.#order.splice(this.#place(orderEntry(entity)), 1);
  }

  /** Where an entry is or belongs, by binary search. */
  #place(entry: { id: number; sortKey: string }): number {
    let low = 0;
    let high = this.#order.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const at = this.#order[middle];
      if (at && compare(at, entry) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

const orderEntry = ({ id, name, description }: Entity) => ({
  id,
  sortKey: (name ?? description ?? '').toLowerCase(),
});

function compare(a: { id: number; sortKey: string }, b: { id: number; sortKey: string }): number {
  if (a.sortKey !== b.sortKey) return a.sortKey < b.sortKey ? -1 : 1;
  return a.id - b.id;
}
