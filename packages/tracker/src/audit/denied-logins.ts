import type { Clock } from '@rastro/base';

/** So many of one address in an hour have a line each; of those that follow every hundredth has one. */
const LINES = 20;
const EVERY = 100;
const WINDOW_MS = 3_600_000;
const MAX_ADDRESSES = 10_000;

/** Limits which rejected sign-ins get an audit entry: guessing must not bury the actions of others. */
export class DeniedLogins {
  readonly #clock: Clock;
  readonly #byAddress = new Map<string, { count: number; readonly until: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** One more. @returns how many of this address there were in this hour when that is to be written; null = not. */
  next(address: string): number | null {
    const now = this.#clock.now();
    let known = this.#byAddress.get(address);
    if (!known || known.until <= now) {
      this.#byAddress.delete(address);
      const [oldest] = this.#byAddress.keys();
      if (this.#byAddress.size >= MAX_ADDRESSES && oldest !== undefined) this.#byAddress.delete(oldest);
      known = { count: 0, until: now + WINDOW_MS };
      this.#byAddress.set(address, known);
    }
    known.count++;
    return known.count <= LINES || known.count % EVERY === 0 ? known.count : null;
  }
}
