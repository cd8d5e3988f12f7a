import { createHash } from 'node:crypto';
import { randomToken, type Clock } from '@rastro/base';
import type { CredentialPurpose, CredentialStorage, StoredCredential } from '@rastro/storage';

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

/**
 * Sessions and tokens: random, opaque, stored as hashes, each good for one purpose, with an end, revocable. When one
 * ends, all that was opened with it ends too, and holders of its sockets are notified.
 */
export class Credentials {
  readonly #storage: CredentialStorage;
  readonly #clock: Clock;
  readonly #byHash = new Map<string, StoredCredential>();
  /** Hashes of those that ended and are still stored. */
  readonly #ended = new Set<string>();
  /** Not written yet. */
  readonly #used = new Map<string, number>();
  readonly #watchers = new Set<(ended: StoredCredential) => void>();

  constructor(storage: CredentialStorage, clock: Clock) {
    this.#storage = storage;
    this.#clock = clock;
  }

  async load(): Promise<void> {
    const all = await this.#storage.credentials();
    const expired = all.filter((credential) => this.#isOver(credential));
    for (const credential of all)
      if (!this.#isOver(credential)) this.#byHash.set(credential.hash, credential);
    if (expired.length > 0) await this.#storage.removeCredentials(expired.map(({ hash }) => hash));
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

  /**
   * Ends the credentials of a user, those they opened as another user, and all that were opened with these.
   * @param except Stays valid, unless the credential it was opened with ends.
   */
  async revokeAllOf(userId: number, except?: StoredCredential): Promise<void> {
    const theirs = [...this.#byHash.values()].filter(
      (c) => (c.userId === userId || c.actorId === userId) && c.hash !== except?.hash,
    );
    await this.#end([...new Set(theirs.flatMap((c) => [c, ...this.#openedWith(c.hash)]))]);
  }

  /** Ends what has expired, and removes what the disk did not. Called every second. */
  async sweep(): Promise<void> {
    // Reported when it ended; the next call may succeed.
    if (this.#ended.size > 0) await this.#remove().catch(() => {});
    const over = [...this.#byHash.values()].filter((credential) => this.#isOver(credential));
    if (over.length > 0) await this.#end(over);
  }

  /** Called when a credential ends, for whatever reason. */
  watch(watcher: (ended: StoredCredential) => void): () => void {
    this.#watchers.add(watcher);
    return () => void this.#watchers.delete(watcher);
  }

  async #end(credentials: readonly StoredCredential[]): Promise<void> {
    for (const { hash } of credentials) {
      this.#byHash.delete(hash);
      this.#used.delete(hash);
      this.#ended.add(hash);
    }
    for (const credential of credentials) for (const watcher of this.#watchers) watcher(credential);
    await this.#remove();
  }
  async #remove(): Promise<void> {
    const hashes = [...this.#ended];
    await this.#storage.removeCredentials(hashes);
    for (const hash of hashes) this.#ended.delete(hash);
  }

  #openedWith(hash: string): StoredCredential[] {
    const children = [...this.#byHash.values()].filter((c) => c.parentHash === hash);
    return children.flatMap((child) => [child, ...this.#openedWith(child.hash)]);
  }

  #isOver(credential: StoredCredential): boolean {
    return credential.expiresAt !== null && credential.expiresAt <= this.#clock.now();
  }
}
