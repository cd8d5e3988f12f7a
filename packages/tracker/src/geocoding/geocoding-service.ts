import { host } from '@rastro/base/host';
import type { Clock } from '@rastro/base';
import type { Language } from '@rastro/fleet';
import type { AddressStorage, StoredAddress } from '@rastro/storage';
import type { IngestLog } from '../ingest/ingest-log.ts';
import { AddressQueue, type WantedCell } from './address-queue.ts';
import { middleOf } from './cell.ts';
import type { Geocoder } from './geocoder.ts';

export interface GeocodingDeps {
  readonly storage: Pick<AddressStorage, 'addressesOf' | 'saveAddresses'>;
  readonly geocoder: Geocoder;
  /** Of the installation: an address is stored once, not once a language. */
  readonly language: () => Language;
  readonly clock: Clock;
  readonly log: IngestLog;
}

const MAX_WAITING = 20_000;
/** Requested one by one, then stored in one write. */
const AT_ONCE = 10;
const MAX_ATTEMPTS = 8;
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 300_000;

/**
 * Requests places that users are likely to read from the service, one at a time and within its rate limit, and stores
 * the answers. Callers never wait for it, unless they say how long.
 */
export class GeocodingService {
  readonly #deps: GeocodingDeps;
  readonly #queue = new AddressQueue(MAX_WAITING);
  readonly #waiters = new Map<number, Set<(address: string | null) => void>>();
  readonly #ended = new AbortController();
  /** A service that takes its time holds up no end. */
  readonly #end = new Promise<null>((resolve) => {
    this.#ended.signal.addEventListener('abort', () => resolve(null), { once: true });
  });
  #failures = 0;
  #working: Promise<void> | null = null;

  constructor(deps: GeocodingDeps) {
    this.#deps = deps;
  }

  /** Nothing leaves this machine unless the operator has set a service. */
  want(cells: readonly number[]): void {
    if (!this.#isOpen) return;
    for (const cell of cells) this.#queue.add(cell);
    this.#start();
  }

  /**
   * Stored address, else the service's answer if it comes in time; null = nothing is known there, or it took too long.
   */
  async soon(cell: number, withinMs: number): Promise<string | null> {
    const [stored] = await this.#deps.storage.addressesOf([cell]);
    if (stored || !this.#isOpen) return stored?.address ?? null;
    if (this.#failures > 0) {
      // A service that is away now is waited for by nobody.
      this.want([cell]);
      return null;
    }
    return new Promise((resolve) => {
      const waiters = this.#waiters.get(cell) ?? new Set();
      const done = (address: string | null): void => {
        host.clearTimeout(timer);
        waiters.delete(done);
        if (waiters.size === 0) this.#waiters.delete(cell);
        resolve(address);
      };
      const timer = host.setTimeout(() => done(null), withinMs);
      this.#waiters.set(cell, waiters.add(done));
      this.#queue.add(cell, { isAwaited: true });
      this.#start();
    });
  }

  async close(): Promise<void> {
    this.#ended.abort();
    for (const waiters of this.#waiters.values()) for (const done of waiters) done(null);
    await this.#working;
  }

  get #isOpen(): boolean {
    return this.#deps.geocoder.enabled && !this.#ended.signal.aborted;
  }

  #start(): void {
    this.#working ??= this.#work()
      .catch((error: unknown) => {
        if (!this.#ended.signal.aborted) this.#deps.log.error({ err: error }, 'cannot look up addresses');
      })
      .finally(() => {
        this.#working = null;
      });
  }

  async #work(): Promise<void> {
    while (this.#isOpen && this.#queue.size > 0) {
      const wanted = this.#queue.take(AT_ONCE);
      const stored = await this.#deps.storage.addressesOf(wanted.map(({ cell }) => cell));
      for (const { cell, address } of stored) this.#notify(cell, address);
      const known = new Set(stored.map(({ cell }) => cell));
      const found: StoredAddress[] = [];
      const pauseMs = await this.#ask(
        wanted.filter(({ cell }) => !known.has(cell)),
        found,
      );
      // Before the pause: answers are durable, however long the service is unavailable.
      if (found.length > 0) await this.#deps.storage.saveAddresses(found);
      if (pauseMs > 0) await this.#pause(pauseMs);
    }
  }

  /** @returns how long the service is to be left alone; what was not answered is in the queue again. */
  async #ask(wanted: readonly WantedCell[], found: StoredAddress[]): Promise<number> {
    const { geocoder, clock, language } = this.#deps;
    for (const [at, { cell, attempts }] of wanted.entries()) {
      if (!this.#isOpen) return 0;
      const { latitude, longitude } = middleOf(cell);
      const asked = geocoder.reverse(latitude, longitude, language());
      const answer = await Promise.race([asked, this.#end]);
      if (answer === null) return 0;
      if (!answer.ok) {
        for (const rest of wanted.slice(at + 1)) this.#queue.add(rest.cell, rest);
        if (attempts + 1 < MAX_ATTEMPTS) this.#queue.add(cell, { attempts: attempts + 1 });
        const wish = 'afterMs' in answer.error ? (answer.error.afterMs ?? 0) : LONGEST_PAUSE_MS;
        return Math.max(wish, Math.min(FIRST_PAUSE_MS * 2 ** this.#failures++, LONGEST_PAUSE_MS));
      }
      this.#failures = 0;
      found.push({ cell, address: answer.value, foundAt: clock.now() });
      this.#notify(cell, answer.value);
      await this.#pause(1000 / geocoder.perSecond);
    }
    return 0;
  }

  #notify(cell: number, address: string | null): void {
    for (const done of this.#waiters.get(cell) ?? []) done(address);
  }

  /** Ends early when the service closes. */
  async #pause(ms: number): Promise<void> {
    await this.#deps.clock.sleep(ms, this.#ended.signal).catch(() => {});
  }
}
