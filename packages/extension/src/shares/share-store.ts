import { createHash } from 'node:crypto';
import { host } from '@rastro/base/host';
import { randomToken, retryOnConflict, type Clock } from '@rastro/base';
import { storedShare, storedShareUse, type StoredShare } from '@rastro/fleet/schemas';
import type { ExtensionStorage } from '@rastro/storage';

/** More than its range needs. */
const ID_BYTES = 6;
const ID_COUNT = 2 ** 47;

type Store = Pick<ExtensionStorage, 'document' | 'documents' | 'commit'>;
export type NewStoredShare = Omit<StoredShare, 'id' | 'createdAt' | 'secrets'>;

const SHARES = 'share';
const USES = 'shareUse';
const PAGE = 200;
const SECRET_CHARACTERS = 32;
/** Links of one share that open it; a new one replaces the oldest. */
const MAX_SECRETS = 20;
const USE_STEP_MS = 60_000;
/** Above all numbers that a tracking server gives to its accounts: a guest is none of them. */
const FIRST_ID = 2 ** 44;
const TOKEN = new RegExp(`^guest-(\\d{1,15})-([\\w-]{${SECRET_CHARACTERS}})$`);

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

/** May it be what opens a share of ours? Tokens of the tracking server look otherwise. */
export const isGuestToken = (token: string): boolean => TOKEN.test(token);

/**
 * Shares in front of an external tracking server, which stores none: documents of ours, each with the hashes of what
 * opens it. An ended share is deleted: it does not come back.
 */
export class ShareStore {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #watchers = new Set<(id: number) => void>();
  /** When the use of a share was last written down here. */
  readonly #noted = new Map<number, number>();

  constructor({ storage, clock }: { readonly storage: Store; readonly clock: Clock }) {
    this.#store = storage;
    this.#clock = clock;
  }

  /** @param ended Called for each share that is ended here. @returns a function that ends the watch. */
  watch(ended: (id: number) => void): () => void {
    this.#watchers.add(ended);
    return () => this.#watchers.delete(ended);
  }

  /** @returns the share and its secret, which is returned this once. */
  async make(wanted: NewStoredShare): Promise<{ readonly share: StoredShare; readonly token: string }> {
    const secret = randomToken(SECRET_CHARACTERS);
    const share: StoredShare = {
      ...wanted,
      // As unguessable as it is unlike the next one; the commit says when it is taken.
      id: FIRST_ID + (Buffer.from(host.randomBytes(ID_BYTES)).readUIntBE(0, ID_BYTES) % ID_COUNT),
      createdAt: this.#clock.now(),
      secrets: [hashOf(secret)],
    };
    await this.#store.commit({
      put: [{ kind: SHARES, key: String(share.id), body: share, replaces: 0 }],
    });
    return { share, token: tokenOf(share.id, secret) };
  }

  /** Null = there is none, or its time is over. */
  async find(id: number): Promise<StoredShare | null> {
    const share = (await this.#read(id))?.share ?? null;
    return share && share.endsAt > this.#clock.now() ? share : null;
  }
  /** Which one something opens; null = none, or no more. */
  async opened(token: string): Promise<StoredShare | null> {
    const [, id = '', secret = ''] = TOKEN.exec(token) ?? [];
    const share = id === '' ? null : await this.find(Number(id));
    return share?.secrets.includes(hashOf(secret)) === true ? share : null;
  }
  /** All, those that are over too. */
  async all(): Promise<readonly StoredShare[]> {
    const found: StoredShare[] = [];
    for await (const page of this.#store.documents({ kind: SHARES, prefix: '', pageSize: PAGE }))
      found.push(...page.map(({ body }) => storedShare.parse(body)));
    return found;
  }

  /** @returns it as it is now; null = it is gone. */
  change(id: number, next: (share: StoredShare) => StoredShare): Promise<StoredShare | null> {
    return retryOnConflict(async () => {
      const found = await this.#read(id);
      if (!found) return null;
      const [body, replaces] = [next(found.share), found.version];
      await this.#store.commit({ put: [{ kind: SHARES, key: String(id), body, replaces }] });
      return body;
    });
  }
  /** @returns another token; null = it is gone. */
  async link(id: number): Promise<string | null> {
    const secret = randomToken(SECRET_CHARACTERS);
    const changed = await this.change(id, (share) => ({
      ...share,
      secrets: [...share.secrets, hashOf(secret)].slice(-MAX_SECRETS),
    }));
    return changed && tokenOf(id, secret);
  }
  async end(id: number): Promise<void> {
    const key = String(id);
    await this.#store.commit({
      remove: [
        { kind: SHARES, key, replaces: null },
        { kind: USES, key, replaces: null },
      ],
    });
    this.#noted.delete(id);
    for (const ended of this.#watchers) ended(id);
  }

  /** Notes that a guest is there, to about a minute. */
  async used(id: number): Promise<void> {
    const usedAt = this.#clock.now();
    if (usedAt - (this.#noted.get(id) ?? 0) < USE_STEP_MS) return;
    this.#noted.set(id, usedAt);
    await this.#store.commit({ put: [{ kind: USES, key: String(id), body: { usedAt }, replaces: null }] });
  }
  async lastUse(id: number): Promise<number | null> {
    const found = await this.#store.document(USES, String(id));
    return found ? storedShareUse.parse(found.body).usedAt : null;
  }

  async #read(id: number) {
    const found = await this.#store.document(SHARES, String(id));
    return found && { version: found.version, share: storedShare.parse(found.body) };
  }
}

const tokenOf = (id: number, secret: string): string => `guest-${id}-${secret}`;
