import { createHash } from 'node:crypto';
import { randomToken, type Clock } from '@rastro/base';
import type { CredentialPurpose, CredentialStorage, StoredCredential } from '@rastro/storage';
import type { CredentialChange } from '../messages/topics.ts';

const SECRET_CHARACTERS = 43;
const MAX_AGENT = 300;
/** Public part of a hash: enough to distinguish credentials, and it opens nothing. */
const ID_CHARACTERS = 24;
const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');

export const credentialId = ({ hash }: StoredCredential): string => hash.slice(0, ID_CHARACTERS);

export interface NewCredential {
  readonly purpose: CredentialPurpose;
  readonly userId: number;
  readonly lifeMs: number;
  readonly origin?: string | null;
  readonly name?: string | null;
  readonly from?: { readonly address: string; readonly userAgent: string | null };
  readonly actorId?: number | null;
  /** Credential it was opened with: ends with it. */
  readonly parent?: StoredCredential | null;
  /** Credential it replaces: ends no later. */
  readonly instead?: StoredCredential | null;
}

/** Time for which it is remembered that a credential has ended: another process may mention it later. */
const GONE_MS = 60_000;

/**
 * Sessions and tokens: random, opaque, stored as hashes, each good for one purpose, with an end, revocable. When one
 * ends, all that was opened with it ends too, and holders of its sockets are notified. Several processes have the same
 * ones: each follows what the others change (`shareCredentials`).
 */
export class Credentials {
  readonly #storage: CredentialStorage;
  readonly #clock: Clock;
  readonly #byHash = new Map<string, StoredCredential>();
  /** Hashes of those that ended and are still stored. */
  readonly #ended = new Set<string>();
  /** Hashes of those that ended a moment ago, here or elsewhere, and when. */
  readonly #gone = new Map<string, number>();
  /** Not written yet. */
  readonly #used = new Map<string, number>();
  readonly #watchers = new Set<(ended: StoredCredential) => void>();
  readonly #changeWatchers = new Set<(change: CredentialChange) => Promise<void>>();

  constructor(storage: CredentialStorage, clock: Clock) {
    this.#storage = storage;
    this.#clock = clock;
  }

  async load(): Promise<void> {
    const all = await this.#storage.credentials();
    const expired = all.filter((credential) => this.#isOver(credential));
    for (const credential of all) this.#take(credential);
    if (expired.length > 0) await this.#storage.removeCredentials(expired.map(({ hash }) => hash));
  }

  /**
   * Takes over what is stored.
   * @param since Changes since it was read.
   */
  become(stored: readonly StoredCredential[], since: readonly CredentialChange[]): void {
    const there = new Set([...stored, ...since.flatMap(({ put }) => put ?? [])].map(({ hash }) => hash));
    this.#forget([...this.#byHash.values()].filter(({ hash }) => !there.has(hash)));
    for (const credential of stored) this.#take(credential);
  }

  /** Another process has changed this, durably or on its way there. */
  follow({ put, ended, endedOf, uses }: CredentialChange): void {
    if (put) this.#take(put);
    for (const { hash, usedAt } of uses ?? []) {
      const credential = this.#byHash.get(hash);
      if (credential && usedAt > (credential.usedAt ?? 0)) this.#byHash.set(hash, { ...credential, usedAt });
    }
    for (const hash of ended ?? []) this.#gone.set(hash, this.#clock.now());
    this.#forget((ended ?? []).flatMap((hash) => this.#byHash.get(hash) ?? []));
    // What only this process knows yet, it ends itself.
    const others = (ended ?? []).flatMap((hash) => this.#openedWith(hash));
    this.#endLater([...others, ...(endedOf ? this.#heldBy(endedOf) : [])]);
  }

  /** @returns the secret, shown once; and its stored form. */
  async issue(wanted: NewCredential): Promise<{ secret: string; credential: StoredCredential }> {
    const secret = randomToken(SECRET_CHARACTERS);
    const createdAt = this.#clock.now();
    const end = createdAt + wanted.lifeMs;
    const credential: StoredCredential = {
      hash: hashOf(secret),
      purpose: wanted.purpose,
      userId: wanted.userId,
      createdAt,
      expiresAt: Math.min(end, wanted.parent?.expiresAt ?? end, wanted.instead?.expiresAt ?? end),
      origin: wanted.origin ?? null,
      actorId: wanted.actorId ?? wanted.parent?.actorId ?? null,
      parentHash: wanted.parent?.hash ?? null,
      name: wanted.name ?? null,
      address: wanted.from?.address ?? null,
      userAgent: wanted.from?.userAgent?.slice(0, MAX_AGENT) ?? null,
      usedAt: null,
    };
    await this.#storage.putCredential(credential);
    this.#byHash.set(credential.hash, credential);
    // Whoever gets the secret may come to another process with it at once.
    await this.#publish({ put: credential });
    // It ended while this was written.
    if (wanted.parent && !this.isLive(wanted.parent)) await this.#end([credential]);
    return { secret, credential };
  }

  /** The live credential behind a secret, if it serves one of the purposes. */
  find(secret: string, purposes: readonly CredentialPurpose[]): StoredCredential | null {
    const credential = this.#byHash.get(hashOf(secret));
    if (!credential || !purposes.includes(credential.purpose) || this.#isOver(credential)) return null;
    return credential;
  }

  isLive(credential: StoredCredential): boolean {
    return this.#byHash.has(credential.hash) && !this.#isOver(credential);
  }

  /** Live sessions and tokens of a user, with the time of their last use; newest first. */
  heldBy(userId: number, purposes: readonly CredentialPurpose[]): readonly StoredCredential[] {
    return [...this.#byHash.values()]
      .filter((c) => c.userId === userId && purposes.includes(c.purpose) && !this.#isOver(c))
      .map((c) => ({ ...c, usedAt: this.#used.get(c.hash) ?? c.usedAt }))
      .toSorted((a, b) => b.createdAt - a.createdAt);
  }

  /** Notes a use, in memory until `saveUses`: nobody waits for it. */
  used({ hash }: StoredCredential): void {
    if (this.#byHash.has(hash)) this.#used.set(hash, this.#clock.now());
  }

  async saveUses(): Promise<void> {
    const uses = [...this.#used].map(([hash, usedAt]) => ({ hash, usedAt }));
    if (uses.length === 0) return;
    await this.#storage.useCredentials(uses);
    void this.#publish({ uses });
    for (const { hash, usedAt } of uses) {
      const credential = this.#byHash.get(hash);
      if (credential) this.#byHash.set(hash, { ...credential, usedAt });
      // A later use is newer, and remains to be written.
      if (this.#used.get(hash) === usedAt) this.#used.delete(hash);
    }
  }

  /** Ends a credential and all that were opened with it. */
  async revoke(credential: StoredCredential): Promise<void> {
    await this.#end([credential, ...this.#openedWith(credential.hash)]);
  }

  /** Ends a credential that is good once. @returns false = somebody was faster, here or in another process. */
  async useUp(credential: StoredCredential): Promise<boolean> {
    if (!this.isLive(credential)) return false;
    this.#ended.add(credential.hash);
    this.#forget([credential]);
    void this.#publish({ ended: [credential.hash] });
    const removed = await this.#storage.removeCredentials([credential.hash]);
    this.#ended.delete(credential.hash);
    return removed > 0;
  }

  /**
   * Ends the credentials of a user, those they opened as another user, and all that were opened with these.
   * @param except Stays valid, unless the credential it was opened with ends.
   */
  async revokeAllOf(userId: number, except?: StoredCredential): Promise<void> {
    const of = { userId, except: except?.hash ?? null };
    void this.#publish({ endedOf: of });
    await this.#end(this.#heldBy(of));
  }

  /** Ends what has expired, and removes what the disk did not. Called every second. */
  async sweep(): Promise<void> {
    // Reported when it ended; the next call may succeed.
    if (this.#ended.size > 0) await this.#remove().catch(() => {});
    const now = this.#clock.now();
    for (const [hash, at] of this.#gone) if (at < now - GONE_MS) this.#gone.delete(hash);
    const over = [...this.#byHash.values()].filter((credential) => this.#isOver(credential));
    if (over.length > 0) await this.#end(over);
  }

  /** Called when a credential ends, for whatever reason. */
  watch(watcher: (ended: StoredCredential) => void): () => void {
    this.#watchers.add(watcher);
    return () => void this.#watchers.delete(watcher);
  }

  /** Called with changes made here, for the other processes. @param watcher Resolves when they are on their way. */
  watchChanges(watcher: (change: CredentialChange) => Promise<void>): () => void {
    this.#changeWatchers.add(watcher);
    return () => void this.#changeWatchers.delete(watcher);
  }

  async #end(credentials: readonly StoredCredential[]): Promise<void> {
    for (const { hash } of credentials) this.#ended.add(hash);
    this.#forget(credentials);
    void this.#publish({ ended: credentials.map(({ hash }) => hash) });
    await this.#remove();
  }
  /** Leaves to the next sweep what the disk does not do now. */
  #endLater(credentials: readonly StoredCredential[]): void {
    if (credentials.length > 0) this.#end(credentials).catch(() => {});
  }
  /** Ended, and removed from storage by whoever ended it. */
  #forget(credentials: readonly StoredCredential[]): void {
    for (const { hash } of credentials) {
      this.#byHash.delete(hash);
      this.#used.delete(hash);
      this.#gone.set(hash, this.#clock.now());
    }
    for (const credential of credentials) for (const watcher of this.#watchers) watcher(credential);
  }
  #take(credential: StoredCredential): void {
    const { hash, parentHash } = credential;
    if (this.#isOver(credential) || this.#ended.has(hash) || this.#gone.has(hash)) return;
    const usedAt = Math.max(credential.usedAt ?? 0, this.#byHash.get(hash)?.usedAt ?? 0);
    this.#byHash.set(hash, { ...credential, usedAt: usedAt === 0 ? null : usedAt });
    // What it was opened with ended before this came.
    if (parentHash !== null && this.#gone.has(parentHash)) this.#endLater([credential]);
  }
  async #publish(change: CredentialChange): Promise<void> {
    await Promise.all([...this.#changeWatchers].map((watcher) => watcher(change)));
  }
  async #remove(): Promise<void> {
    const hashes = [...this.#ended];
    await this.#storage.removeCredentials(hashes);
    for (const hash of hashes) this.#ended.delete(hash);
  }

  /** Theirs, those they opened as another user, and all that were opened with these. */
  #heldBy({
    userId,
    except,
  }: {
    readonly userId: number;
    readonly except: string | null;
  }): StoredCredential[] {
    const theirs = [...this.#byHash.values()].filter(
      (c) => (c.userId === userId || c.actorId === userId) && c.hash !== except,
    );
    return [...new Set(theirs.flatMap((c) => [c, ...this.#openedWith(c.hash)]))];
  }
  #openedWith(hash: string): StoredCredential[] {
    const children = [...this.#byHash.values()].filter((c) => c.parentHash === hash);
    return children.flatMap((child) => [child, ...this.#openedWith(child.hash)]);
  }

  #isOver(credential: StoredCredential): boolean {
    return credential.expiresAt !== null && credential.expiresAt <= this.#clock.now();
  }
}
