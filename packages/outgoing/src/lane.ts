import { host } from '@rastro/base/host';
import type { Clock, Log, Result } from '@rastro/base';
import type { DeliveryStatus } from '@rastro/fleet';
import type { DeliveryFailure } from './delivery-failure.ts';

export interface LaneOptions {
  /** Deliveries waiting, those that wait for another try included. */
  readonly maxWaiting: number;
  readonly sideBySide: number;
  /** Pause after a failure, doubled with each, with a random part. */
  readonly pauseMs: number;
  readonly maxAttempts: number;
}
/** Fields of a delivery that a lane needs. */
export interface Delivery {
  readonly attempts: number;
  readonly createdAt: number;
}
export interface DeliveryChange {
  readonly status: DeliveryStatus;
  readonly reason?: string | null;
  readonly attempts?: number;
  /** Addresses as the log may show them. */
  readonly target?: string;
}
/** A letter with its recipients, resolved again for each attempt. */
export interface Sending {
  /** Where it is to go. */
  readonly targets: readonly string[];
  send(target: string, signal: AbortSignal): Promise<Result<unknown, DeliveryFailure>>;
  /** The other side reports that an address is gone for good. */
  forget(target: string): Promise<void>;
}
/** The outside service at the end of a lane. */
export interface LaneEnd<D extends Delivery, L> {
  readonly name: string;
  /** May an attempt without an answer be repeated? A second push is tolerable, a text message costs money. */
  readonly repeatsUncertain: boolean;
  /** @returns null = there is no recipient (any more). */
  prepare(delivery: D, letter: L): Sending | null;
  /** For the log: recognizable to its owner, useless to others. */
  mask(target: string): string;
}
export interface LaneDeps<D extends Delivery> {
  /** @returns the delivery as it is now, durably. */
  readonly save: (delivery: D, change: DeliveryChange) => Promise<D>;
  readonly clock: Clock;
  readonly log: Log;
  /** Called for each accepted delivery. */
  readonly onSent: (lane: string) => void;
}
interface Job<D extends Delivery, L> {
  delivery: D;
  readonly message: L;
  /** Addresses still to be reached; null = not asked yet. */
  left: readonly string[] | null;
  hasReached: boolean;
  isUncertain: boolean;
}

const TRY_MS = 20_000;
const LONGEST_PAUSE_MS = 600_000;
/** An attempt after this time would be outdated. */
const GIVE_UP_MS = 3_600_000;

/**
 * Queue of deliveries to one outside service: bounded, a few in parallel, with pauses after failures. A provider that
 * hangs or is down fills its own lane and slows no other.
 */
export class Lane<D extends Delivery, L> {
  readonly #end: LaneEnd<D, L>;
  readonly #options: LaneOptions;
  readonly #deps: LaneDeps<D>;
  readonly #stop = new AbortController();
  readonly #running = new Set<Promise<void>>();
  #waiting: Job<D, L>[] = [];
  #active = 0;
  #pausing = 0;

  constructor(end: LaneEnd<D, L>, options: LaneOptions, deps: LaneDeps<D>) {
    this.#end = end;
    this.#options = options;
    this.#deps = deps;
  }

  /** Deliveries that are not over. */
  get size(): number {
    return this.#waiting.length + this.#pausing + this.#active;
  }

  /** @returns false when the lane is full. */
  add(delivery: D, message: L): boolean {
    if (this.#waiting.length + this.#pausing >= this.#options.maxWaiting) return false;
    this.#waiting.push({ delivery, message, left: null, hasReached: false, isUncertain: false });
    this.#pump();
    return true;
  }

  /** Aborts attempts under way; waiting deliveries are found again after the next start. */
  async close(): Promise<void> {
    this.#waiting = [];
    this.#stop.abort();
    await Promise.all(this.#running);
  }

  #pump(): void {
    while (this.#active < this.#options.sideBySide && !this.#stop.signal.aborted) {
      const job = this.#waiting.shift();
      if (!job) return;
      this.#active++;
      this.#track(
        this.#try(job).finally(() => {
          this.#active--;
          this.#pump();
        }),
      );
    }
  }

  async #try(job: Job<D, L>): Promise<void> {
    const { save } = this.#deps;
    const sending = this.#end.prepare(job.delivery, job.message);
    job.left ??= sending?.targets ?? [];
    if (!sending || job.left.length === 0) {
      await save(job.delivery, { status: 'skipped', reason: 'NO_ADDRESS' });
      return;
    }
    const attempts = job.delivery.attempts + 1;
    const target = job.left.map((each) => this.#end.mask(each)).join(', ');
    // Durable before anything leaves: what is "sending" after a start is not sent again.
    if (!job.hasReached) job.delivery = await save(job.delivery, { status: 'sending', attempts, target });
    else job.delivery = { ...job.delivery, attempts };
    const failure = await this.#reach(job, sending);
    if (this.#stop.signal.aborted && !job.hasReached) {
      await save(job.delivery, {
        status: 'unknown',
        reason: 'the server stopped while sending',
      });
      return;
    }
    const pause = failure && job.left.length > 0 ? this.#pauseAfter(job, failure) : null;
    if (pause === null) await this.#settle(job, failure);
    else await this.#waitForNextTry(job, failure, pause);
  }

  /**
   * Tries each address once. Addresses that were reached, gone or hopeless leave the list. @returns the last failure.
   */
  async #reach(job: Job<D, L>, sending: Sending): Promise<DeliveryFailure | null> {
    const again: string[] = [];
    let failure: DeliveryFailure | null = null;
    for (const target of job.left ?? []) {
      const limit = AbortSignal.any([this.#stop.signal, host.timeout(TRY_MS)]);
      const outcome = await sending.send(target, limit);
      if (outcome.ok) {
        job.hasReached = true;
        continue;
      }
      failure = outcome.error;
      if (failure.code === 'invalid_target') await sending.forget(target);
      if (failure.code !== 'rate_limited' && failure.code !== 'unavailable') continue;
      const wasAnswered = failure.detail.startsWith('answered');
      if (wasAnswered || this.#end.repeatsUncertain) again.push(target);
      else job.isUncertain = true;
    }
    job.left = again;
    return failure;
  }

  /** Milliseconds until another try is worth it; null = it is not. */
  #pauseAfter({ delivery }: Job<D, L>, failure: DeliveryFailure): number | null {
    if (delivery.attempts >= this.#options.maxAttempts) return null;
    const doubled = Math.min(this.#options.pauseMs * 2 ** (delivery.attempts - 1), LONGEST_PAUSE_MS);
    const asked = 'afterMs' in failure ? (failure.afterMs ?? 0) : 0;
    const pause = Math.max(asked, doubled) * (1 + host.random() / 4);
    return this.#deps.clock.now() + pause > delivery.createdAt + GIVE_UP_MS ? null : pause;
  }

  async #waitForNextTry(job: Job<D, L>, failure: DeliveryFailure | null, pauseMs: number): Promise<void> {
    // A delivery to some addresses already counts as sent: after a restart it is not repeated.
    const status = job.hasReached ? 'sent' : 'waiting';
    job.delivery = await this.#deps.save(job.delivery, { status, reason: reasonOf(failure) });
    this.#pausing++;
    const pause = this.#deps.clock.sleep(pauseMs, this.#stop.signal).then(
      () => void this.#waiting.push(job),
      () => {}, // Stopping: it is found again after the next start.
    );
    this.#track(
      pause.finally(() => {
        this.#pausing--;
        this.#pump();
      }),
    );
  }

  async #settle(job: Job<D, L>, failure: DeliveryFailure | null): Promise<void> {
    if (job.hasReached) {
      this.#deps.onSent(this.#end.name);
      await this.#deps.save(job.delivery, { status: 'sent', reason: null });
      return;
    }
    const status = job.isUncertain ? 'unknown' : 'failed';
    await this.#deps.save(job.delivery, { status, reason: reasonOf(failure) });
  }

  #track(work: Promise<void>): void {
    const guarded: Promise<void> = work
      .catch((error: unknown) => this.#deps.log.error({ err: error, lane: this.#end.name }, 'cannot deliver'))
      .finally(() => this.#running.delete(guarded));
    this.#running.add(guarded);
  }
}

const reasonOf = (failure: DeliveryFailure | null): string | null =>
  failure && `${failure.code.toUpperCase()}: ${failure.detail}`;
