import { host, type Timer } from '@rastro/base/host';
import type { Clock } from '@rastro/base';
import {
  StorageError,
  type DeliveryStorage,
  type Lease,
  type LeaseStorage,
  type StoredEvent,
} from '@rastro/storage';
import type { IngestLog } from '../ingest/ingest-log.ts';

export interface OutboxReaderDeps {
  readonly storage: LeaseStorage & Pick<DeliveryStorage, 'outbox' | 'openDeliveries'>;
  /** Of all processes the one that has it notifies. */
  readonly lease: Lease;
  /** The lease is this process's now; what is open in storage is nobody's. */
  readonly onTaken: () => Promise<void>;
  /** Another process may have the lease: what is under way here ends. */
  readonly onLost: () => void;
  /** Is something on its way that needs the lease? */
  readonly isBusy: () => boolean;
  /** Stores what events become, and takes them out of the outbox. */
  readonly settle: (events: readonly StoredEvent[]) => Promise<void>;
  readonly clock: Clock;
  readonly log: IngestLog;
}

/** After so long without a sign of life another process takes over. */
const LEASE_MS = 10_000;
const PAGE = 200;
/** Pause before it checks again whether another process has left something open. */
const CHECK_MS = 2500;

/**
 * Takes events out of the outbox, in order, in one process at a time. Woken by news; it checks again by itself only while
 * another process is at it, or after a failure. The lease is renewed while something is on its way, and then runs out.
 */
export class OutboxReader {
  readonly #deps: OutboxReaderDeps;
  /** Of the clock that nobody sets. */
  #heldUntil = -Infinity;
  /** Another process has the lease: it is not asked for again before. */
  #elsewhereUntil = -Infinity;
  #isWanted = false;
  #running: Promise<void> | null = null;
  #holding: Promise<boolean> | null = null;
  #timer: Timer | null = null;
  #isClosed = false;

  constructor(deps: OutboxReaderDeps) {
    this.#deps = deps;
  }

  /** Something was put into the outbox. */
  wake(): void {
    if (this.#isClosed) return;
    this.#isWanted = true;
    this.#running ??= this.#run().finally(() => {
      this.#running = null;
      if (this.#isWanted) this.wake();
      else this.keep();
    });
  }
  /** Something may be on its way now: the lease is renewed as long as that is so. */
  keep(): void {
    if (this.#heldUntil === -Infinity) this.#checkLater();
    else if (this.#deps.isBusy()) this.#later(LEASE_MS / 3, () => void this.hold().catch(() => false));
  }
  /** Something may be open that nobody is at. */
  async check(): Promise<void> {
    const { storage, log } = this.#deps;
    try {
      const open = await storage.openDeliveries();
      const isOpen = open.some(({ eventId }) => eventId > 0) || (await storage.outbox(1)).length > 0;
      if (isOpen) this.wake();
    } catch (error) {
      log.error({ err: error }, 'cannot check for notifications');
      this.#checkLater();
    }
  }
  /** Takes or renews the lease. @returns false = another process has it. */
  hold(): Promise<boolean> {
    this.#holding ??= this.#hold().finally(() => {
      this.#holding = null;
      this.keep();
    });
    return this.#holding;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    host.clearTimeout(this.#timer);
    await this.#running;
    await this.#holding?.catch(() => false);
  }
  /** Another process can begin at once. */
  async release(): Promise<void> {
    if (this.#heldUntil === -Infinity) return;
    this.#heldUntil = -Infinity;
    await this.#deps.storage.releaseLease(this.#deps.lease).catch(() => {}); // It runs out.
  }

  async #run(): Promise<void> {
    const { storage, settle, log } = this.#deps;
    try {
      while (this.#isWanted && !this.#isClosed) {
        this.#isWanted = false;
        let page: readonly StoredEvent[];
        do {
          if (!(await this.hold())) return;
          page = await storage.outbox(PAGE);
          if (page.length > 0) await settle(page);
        } while (page.length === PAGE && !this.#isClosed);
      }
    } catch (error) {
      if (error instanceof StorageError && error.code === 'FENCED') this.#lose();
      else log.error({ err: error }, 'cannot notify; it is tried again');
      this.#checkLater();
    }
  }

  async #hold(): Promise<boolean> {
    const { storage, lease, clock, onTaken } = this.#deps;
    const asked = host.elapsed();
    if (asked < this.#heldUntil - LEASE_MS / 2) return true;
    const now = clock.now();
    if (asked < this.#elsewhereUntil) return false;
    if (!(await storage.takeLease({ ...lease, now, until: now + LEASE_MS }))) {
      this.#elsewhereUntil = asked + CHECK_MS - 1;
      this.#lose();
      return false;
    }
    if (asked >= this.#heldUntil) await onTaken();
    this.#heldUntil = asked + LEASE_MS;
    return true;
  }
  #lose(): void {
    if (this.#heldUntil === -Infinity) return;
    this.#heldUntil = -Infinity;
    this.#deps.onLost();
  }

  #checkLater(): void {
    this.#later(CHECK_MS, () => void this.check());
  }
  #later(ms: number, work: () => void): void {
    if (this.#isClosed) return;
    host.clearTimeout(this.#timer);
    this.#timer = host.setTimeout(work, ms).unref();
  }
}
