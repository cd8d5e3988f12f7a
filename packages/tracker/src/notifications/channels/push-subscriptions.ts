import { createHash } from 'node:crypto';
import type { PrivateShelf } from '../private-shelf.ts';
import type { PushSubscriptionKeys } from './push-encryption.ts';

/** A browser that wants to be told. @source `PushSubscription.toJSON()` */
export interface PushSubscription {
  readonly endpoint: string;
  readonly keys: PushSubscriptionKeys;
}
const PREFIX = 'webpush:';
/** Browsers of one person; the oldest make room. */
const MOST = 20;

/** Which browsers somebody has subscribed. */
export class PushSubscriptions {
  readonly #shelf: PrivateShelf;

  constructor(shelf: PrivateShelf) {
    this.#shelf = shelf;
  }

  of(userId: number): readonly PushSubscription[] {
    return [...this.#shelf.of(userId)]
      .filter(([name]) => name.startsWith(PREFIX))
      .map(([, value]) => JSON.parse(value) as PushSubscription);
  }
  async add(userId: number, subscription: PushSubscription): Promise<void> {
    const others = this.of(userId).filter(({ endpoint }) => endpoint !== subscription.endpoint);
    for (const { endpoint } of others.slice(0, Math.max(0, others.length + 1 - MOST)))
      await this.remove(userId, endpoint);
    const name = nameOf(subscription.endpoint);
    await this.#shelf.put({ ownerId: userId, name, value: JSON.stringify(subscription) });
  }
  async remove(userId: number, endpoint: string): Promise<void> {
    await this.#shelf.remove(userId, nameOf(endpoint));
  }
}

/** Endpoints are opaque and long. */
const nameOf = (endpoint: string): string =>
  PREFIX + createHash('sha256').update(endpoint).digest('base64url');

/** @param hosts Exact names, or `*.` and what must follow. */
export function isPushEndpoint(endpoint: string, hosts: readonly string[]): boolean {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : null;
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') return false;
  return hosts.some((host) =>
    host.startsWith('*.') ? url.hostname.endsWith(host.slice(1)) : host === url.hostname,
  );
}
