import { type Timer, host } from '@rastro/base/host';
import type { Clock } from '@rastro/base';

interface Options {
  /** Calls under way at once. */
  readonly concurrent: number;
  /** Calls begun in a second, on average; a second's worth may begin at once. */
  readonly perSecond: number;
  readonly clock: Clock;
}

/** Bounds how hard another server is asked: calls wait for their place in the order in which they came. */
export class BoundedCalls {
  readonly #options: Options;
  readonly #waiting: (() => void)[] = [];
  #underWay = 0;
  #tokens: number;
  #filledAt: number;
  #timer: Timer | null = null;

  constructor(options: Options) {
    this.#options = options;
    this.#tokens = options.perSecond;
    this.#filledAt = options.clock.now();
  }

  /** @throws the signal's reason when it aborts before the call begins; whatever the call throws. */
  async run<T>(call: () => Promise<T>, signal: AbortSignal): Promise<T> {
    await this.#turn(signal);
    try {
      return await call();
    } finally {
      this.#underWay--;
      this.#next();
    }
  }

  #turn(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const turn = Promise.withResolvers<void>();
    const begin = (): void => {
      signal.removeEventListener('abort', gone);
      turn.resolve();
    };
    const gone = (): void => {
      this.#waiting.splice(this.#waiting.indexOf(begin), 1);
      turn.reject(signal.reason);
    };
    signal.addEventListener('abort', gone, { once: true });
    this.#waiting.push(begin);
    this.#next();
    return turn.promise;
  }

  #next(): void {
    const { concurrent, perSecond, clock } = this.#options;
    const now = clock.now();
    this.#tokens = Math.min(perSecond, this.#tokens + (Math.max(0, now - this.#filledAt) * perSecond) / 1000);
    this.#filledAt = now;
    while (this.#waiting.length > 0 && this.#underWay < concurrent && this.#tokens >= 1) {
      this.#tokens--;
      this.#underWay++;
      this.#waiting.shift()?.();
    }
    if (this.#waiting.length === 0 || this.#underWay >= concurrent || this.#timer !== null) return;
    this.#timer = host.setTimeout(
      () => {
        this.#timer = null;
        this.#next();
      },
      Math.ceil(((1 - this.#tokens) * 1000) / perSecond),
    );
  }
}
