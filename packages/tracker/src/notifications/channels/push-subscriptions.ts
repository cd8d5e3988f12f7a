import { createHash } from 'node:crypto';
import type { PrivateStore } from '../../access/private-store.ts';
import type { PushSubscriptionKeys } from './push-encryption.ts';

/** A browser that wants notifications. @source `PushSubscription.toJSON()` */
export interface PushSubscription {
  readonly endpoint: string;
  readonly keys: PushSubscriptionKeys;
}
const PREFIX = 'webpush:';
/** Browsers of one user; a new one replaces the oldest. */
const MAX_BROWSERS = 20;
const LONGEST_AGENT = 300;
/** A disk is not written for each message. */
const USED_EVERY_MS = 3_600_000;

/** Stored subscription of a browser; older versions stored no times. */
interface StoredSubscription extends PushSubscription {
  readonly userAgent?: string | null;
  /** Milliseconds since 1970, as `used`. */
  readonly since?: number;
  readonly used?: number;
}
/** A browser, with what its owner recognizes it by. */
export interface StoredBrowser {
  readonly id: string;
  readonly userAgent: string | null;
  readonly since: number | null;
  /** When its push service last took a message, to an hour. */
  readonly used: number | null;
}

/** Subscribed browsers of users. */
export class PushSubscriptions {
  readonly #store: PrivateStore;

  constructor(store: PrivateStore) {
    this.#store = store;
  }

  of(userId: number): readonly PushSubscription[] {
    return this.#stored(userId);
  }
  /** The newest first. */
  listed(userId: number): readonly StoredBrowser[] {
    const browsers = this.#stored(userId).map(({ endpoint, userAgent, since, used }) => ({
      id: idOf(endpoint),
      userAgent: userAgent ?? null,
      since: since ?? null,
      used: used ?? null,
    }));
    return browsers.toSorted((a, b) => (b.since ?? 0) - (a.since ?? 0));
  }
  async add(
    userId: number,
    { endpoint, keys }: PushSubscription,
    { userAgent, now }: { readonly userAgent: string | null; readonly now: number },
  ): Promise<void> {
    const all = this.#stored(userId);
    const others = all.filter((storedSubscription) => storedSubscription.endpoint !== endpoint);
    for (const other of others.slice(0, Math.max(0, others.length + 1 - MAX_BROWSERS)))
      await this.remove(userId, other.endpoint);
    const former = all.find((storedSubscription) => storedSubscription.endpoint === endpoint);
    const agent = userAgent?.slice(0, LONGEST_AGENT) ?? null;
    await this.#put(userId, { ...former, endpoint, keys, userAgent: agent, since: former?.since ?? now });
  }
  /** Its push service has taken a message. */
  async used(userId: number, endpoint: string, now: number): Promise<void> {
    const stored = this.#stored(userId).find((each) => each.endpoint === endpoint);
    if (!stored || now - (stored.used ?? 0) < USED_EVERY_MS) return;
    await this.#put(userId, { ...stored, used: now });
  }
  async remove(userId: number, endpoint: string): Promise<void> {
    await this.#store.remove(userId, PREFIX + idOf(endpoint));
  }
  /** @returns whether the user had one. */
  async removeById(userId: number, id: string): Promise<boolean> {
    if (this.#store.get(userId, PREFIX + id) === null) return false;
    await this.#store.remove(userId, PREFIX + id);
    return true;
  }

  #stored(userId: number): readonly StoredSubscription[] {
    return [...this.#store.of(userId)]
      .filter(([name]) => name.startsWith(PREFIX))
      .map(([, value]) => JSON.parse(value) as StoredSubscription);
  }
  #put(userId: number, storedSubscription: StoredSubscription): Promise<void> {
    return this.#store.put({
      ownerId: userId,
      name: PREFIX + idOf(storedSubscription.endpoint),
      value: JSON.stringify(storedSubscription),
    });
  }
}

/** Endpoints are opaque and long, and who knows one knows where to send. */
const idOf = (endpoint: string): string => createHash('sha256').update(endpoint).digest('base64url');

/** @param hosts Exact names, or `*.` and what must follow. */
export function isPushEndpoint(endpoint: string, hosts: readonly string[]): boolean {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : null;
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') return false;
  return hosts.some((host) =>
    host.startsWith('*.') ? url.hostname.endsWith(host.slice(1)) : host === url.hostname,
  );
}
