import { createHash } from 'node:crypto';
import { randomToken, retryOnConflict, type Clock } from '@rastro/base';
import { MAX_ARRIVAL_LINKS } from '@rastro/fleet/orders';
import {
  storedArrival,
  storedArrivalToken,
  storedArrivalUse,
  type StoredArrival,
} from '@rastro/fleet/schemas';
import type { ExtensionBatch, ExtensionStorage } from '@rastro/storage';
import { orderKey } from './order-store.ts';

/** Shares of arrivals, by order. */
export const ARRIVALS = 'arrival';
/** By hash: which order a link opens. */
const TOKENS = 'arrivalToken';
const USES = 'arrivalUse';
/** 192 bits. */
const TOKEN_CHARACTERS = 32;
const TOKEN = new RegExp(`^[\\w-]{${TOKEN_CHARACTERS}}$`);
const USE_STEP_MS = 60_000;
/** Shares whose use was written down here a while ago. */
const MAX_NOTED = 10_000;

type Storage = Pick<ExtensionStorage, 'document' | 'commit'>;
const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');
const tokenKey = (hash: string) => ({ kind: TOKENS, key: hash });

/** Null = nobody has shared it. */
export async function arrivalShareOf(
  storage: Pick<Storage, 'document'>,
  orderId: number,
): Promise<{ readonly version: number; readonly share: StoredArrival } | null> {
  const found = await storage.document(ARRIVALS, orderKey(orderId));
  return found && { version: found.version, share: storedArrival.parse(found.body) };
}

/** Removes everything that opens the arrival of an order, with the order. */
export async function arrivalRemovals(
  storage: Pick<Storage, 'document'>,
  orderId: number,
): Promise<NonNullable<ExtensionBatch['remove']>> {
  const found = await arrivalShareOf(storage, orderId);
  if (found === null) return [];
  const key = orderKey(orderId);
  return [
    { kind: ARRIVALS, key, replaces: found.version },
    { kind: USES, key, replaces: null },
    ...found.share.hashes.map((hash) => ({ ...tokenKey(hash), replaces: null })),
  ];
}

/** Arrivals that may be followed by link. Of a link only its hash is stored. */
export class ArrivalStore {
  readonly #storage: Storage;
  readonly #clock: Clock;
  /** When the use of a share was last written down here. */
  readonly #noted = new Map<number, number>();

  constructor({ storage, clock }: { readonly storage: Storage; readonly clock: Clock }) {
    this.#storage = storage;
    this.#clock = clock;
  }

  /**
   * Makes a link; those of before go on. @param by A link of a message has its own giver, whoever shares the order by
   * hand. @returns its token, this once.
   */
  share(
    orderId: number,
    giver: Pick<StoredArrival, 'giverId' | 'showsDriver'>,
    by: 'hand' | 'message' = 'hand',
  ): Promise<{ readonly share: StoredArrival; readonly token: string }> {
    const token = randomToken(TOKEN_CHARACTERS);
    return retryOnConflict(async () => {
      const found = await arrivalShareOf(this.#storage, orderId);
      const before = found?.share.hashes ?? [];
      const hashes = [...before, hashOf(token)];
      const sharedAt = before.length > 0 ? (found?.share.sharedAt ?? 0) : this.#clock.now();
      const { giverId, showsDriver } = by === 'message' ? (found?.share ?? giver) : giver;
      const share: StoredArrival = {
        giverId,
        showsDriver,
        sharedAt,
        hashes: hashes.slice(-MAX_ARRIVAL_LINKS),
      };
      await this.#storage.commit({
        put: [
          { kind: ARRIVALS, key: orderKey(orderId), body: share, replaces: found?.version ?? 0 },
          {
            ...tokenKey(hashOf(token)),
            body: { orderId, ...(by === 'message' ? { giver } : {}) },
            replaces: 0,
          },
        ],
        remove: hashes.slice(0, -MAX_ARRIVAL_LINKS).map((hash) => ({ ...tokenKey(hash), replaces: null })),
      });
      return { share, token };
    });
  }

  /** Ends all links to the arrival of an order. @returns false = there is none. */
  end(orderId: number): Promise<boolean> {
    return retryOnConflict(async () => {
      const found = await arrivalShareOf(this.#storage, orderId);
      if (found === null || found.share.hashes.length === 0) return false;
      const { hashes } = found.share;
      await this.#storage.commit({
        put: [
          {
            kind: ARRIVALS,
            key: orderKey(orderId),
            body: { ...found.share, hashes: [] } satisfies StoredArrival,
            replaces: found.version,
          },
        ],
        remove: [
          ...hashes.map((hash) => ({ ...tokenKey(hash), replaces: null })),
          { kind: USES, key: orderKey(orderId), replaces: null },
        ],
      });
      this.#noted.delete(orderId);
      return true;
    });
  }

  /** Which one a link opens; null = none, or no more. */
  async opened(token: string): Promise<{ readonly orderId: number; readonly share: StoredArrival } | null> {
    if (!TOKEN.test(token)) return null;
    const hash = hashOf(token);
    const found = await this.#storage.document(TOKENS, hash);
    if (found === null) return null;
    const { orderId, giver } = storedArrivalToken.parse(found.body);
    const shared = await arrivalShareOf(this.#storage, orderId);
    if (shared?.share.hashes.includes(hash) !== true) return null;
    return { orderId, share: { ...shared.share, ...giver } };
  }

  /** Notes that a guest looks, to about a minute. */
  async used(orderId: number): Promise<void> {
    const usedAt = this.#clock.now();
    if (Math.abs(usedAt - (this.#noted.get(orderId) ?? 0)) < USE_STEP_MS) return;
    if (this.#noted.size >= MAX_NOTED) this.#noted.clear();
    this.#noted.set(orderId, usedAt);
    const put = { kind: USES, key: orderKey(orderId), body: { usedAt }, replaces: null };
    await this.#storage.commit({ put: [put] });
  }
  async lastUse(orderId: number): Promise<number | null> {
    const found = await this.#storage.document(USES, orderKey(orderId));
    return found ? storedArrivalUse.parse(found.body).usedAt : null;
  }
}
