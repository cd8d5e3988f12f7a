import type { Clock } from '@rastro/base';
import type { StoredDelivery } from '@rastro/storage';
import type { Directory, UserEntity } from '../directory/directory.ts';
import type { IngestLog } from '../ingest/ingest-log.ts';
import type { DeliveryFailure } from '../outgoing/delivery-failure.ts';
import type { Channel } from './channels/channel.ts';
import type { DeliveryLog } from './delivery-log.ts';
import type { Message } from './message.ts';

export interface LaneOptions {
  /** Notifications waiting, those that wait for another try included. */
  readonly maxWaiting: number;
  readonly sideBySide: number;
  /** Pause after a failure, doubled with each, with a random part. */
  readonly pauseMs: number;
  readonly maxTries: number;
}
export interface LaneDependencies {
  readonly directory: Directory;
  readonly deliveryLog: DeliveryLog;
  readonly clock: Clock;
  readonly log: IngestLog;
  /** Told of each notification that was taken. */
  readonly onSent: (channel: string) => void;
}
interface Job {
  delivery: StoredDelivery;
  readonly write: (reader: UserEntity) => Message;
  /** Addresses still to be reached; null = not asked yet. */
  left: readonly string[] | null;
  hasReached: boolean;
  isUncertain: boolean;
}

const TRY_MS = 20_000;
const LONGEST_PAUSE_MS = 600_000;
/** A try after this tells old news. */
const GIVE_UP_MS = 3_600_000;

/**
 * The way of notifications through one channel: bounded, a few side by side, with pauses after failures. A
 * provider that hangs or is away fills its own lane and slows nobody else.
 */
export class Lane {
  readonly #channel: Channel;
  readonly #options: LaneOptions;
  readonly #deps: LaneDependencies;
  readonly #stop = new AbortController();
  readonly #running = new Set<Promise<void>>();
  #waiting: Job[] = [];
  #active = 0;
  #pausing = 0;

  constructor(channel: Channel, options: LaneOptions, deps: LaneDependencies) {
    this.#channel = channel;
    this.#options = options;
    this.#deps = deps;
  }

  /** @returns false when the lane is full. */
  add(delivery: StoredDelivery, write: (reader: UserEntity) => Message): boolean {
    if (this.#waiting.length + this.#pausing >= this.#options.maxWaiting) return false;
    this.#waiting.push({ delivery, write, left: null, hasReached: false, isUncertain: false });
    this.#pump();
    return true;
  }

  /** Tries under way are broken off; what waits is found again after the next start. */
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

  async #try(job: Job): Promise<void> {
    const { deliveryLog, directory } = this.#deps;
    const user = directory.users.get(job.delivery.userId);
    job.left ??= user ? this.#channel.targets(user) : [];
    if (!user || job.left.length === 0) {
      await deliveryLog.change(job.delivery, { status: 'skipped', reason: 'NO_ADDRESS' });
      return;
    }
    const tries = job.delivery.tries + 1;
    const target = job.left.map((each) => this.#channel.mask(each)).join(', ');
    // Durable before anything leaves: what is "sending" after a start is not sent again.
    if (!job.hasReached)
      job.delivery = await deliveryLog.change(job.delivery, { status: 'sending', tries, target });
    else job.delivery = { ...job.delivery, tries };
    const failure = await this.#reach(job, user);
    if (this.#stop.signal.aborted && !job.hasReached) {
      await deliveryLog.change(job.delivery, {
        status: 'unknown',
        reason: 'the server stopped while sending',
      });
      return;
    }
    const pause = failure && job.left.length > 0 ? this.#pauseAfter(job, failure) : null;
    if (pause === null) await this.#settle(job, failure);
    else await this.#waitForNextTry(job, failure, pause);
  }

  /** One try at each address. What is reached, gone or hopeless is off the list. @returns the last failure. */
  async #reach(job: Job, user: UserEntity): Promise<DeliveryFailure | null> {
    const message = job.write(user);
    const again: string[] = [];
    let failure: DeliveryFailure | null = null;
    for (const target of job.left ?? []) {
      const limit = AbortSignal.any([this.#stop.signal, AbortSignal.timeout(TRY_MS)]);
      const outcome = await this.#channel.send({ user, target, message }, limit);
      if (outcome.ok) {
        job.hasReached = true;
        continue;
      }
      failure = outcome.error;
      if (failure.code === 'invalid_target') await this.#channel.forget(user, target);
      if (failure.code !== 'rate_limited' && failure.code !== 'unavailable') continue;
      const wasAnswered = failure.detail.startsWith('answered');
      if (wasAnswered || this.#channel.repeatsUncertain) again.push(target);
      else job.isUncertain = true;
    }
    job.left = again;
    return failure;
  }

  /** Milliseconds until another try is worth it; null = it is not. */
  #pauseAfter({ delivery }: Job, failure: DeliveryFailure): number | null {
    if (delivery.tries >= this.#options.maxTries) return null;
    const doubled = Math.min(this.#options.pauseMs * 2 ** (delivery.tries - 1), LONGEST_PAUSE_MS);
    const asked = 'afterMs' in failure ? (failure.afterMs ?? 0) : 0;
    const pause = Math.max(asked, doubled) * (1 + Math.random() / 4);
    return this.#deps.clock.now() + pause > delivery.createdAt + GIVE_UP_MS ? null : pause;
  }

  async #waitForNextTry(job: Job, failure: DeliveryFailure | null, pauseMs: number): Promise<void> {
    // What some addresses got already counts as sent: after a start it is not said twice.
    const status = job.hasReached ? 'sent' : 'waiting';
    job.delivery = await this.#deps.deliveryLog.change(job.delivery, { status, reason: reasonOf(failure) });
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

  async #settle(job: Job, failure: DeliveryFailure | null): Promise<void> {
    if (job.hasReached) {
      this.#deps.onSent(this.#channel.name);
      await this.#deps.deliveryLog.change(job.delivery, { status: 'sent', reason: null });
      return;
    }
    const status = job.isUncertain ? 'unknown' : 'failed';
    await this.#deps.deliveryLog.change(job.delivery, { status, reason: reasonOf(failure) });
  }

  #track(work: Promise<void>): void {
    const guarded: Promise<void> = work
      .catch((error: unknown) =>
        this.#deps.log.error({ err: error, channel: this.#channel.name }, 'cannot notify'),
      )
      .finally(() => this.#running.delete(guarded));
    this.#running.add(guarded);
  }
}

const reasonOf = (failure: DeliveryFailure | null): string | null =>
  failure && `${failure.code.toUpperCase()}: ${failure.detail}`;
