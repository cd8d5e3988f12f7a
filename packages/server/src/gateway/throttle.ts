import type { Clock } from '@rastro/base';

interface Failures {
  count: number;
  readonly until: number;
}
const MAX_KEYS = 100_000;

/**
 * Counts failures per key within a time window and tells when there were too many. Only failures count, so
 * that people behind one address do not lock each other out by signing in.
 */
export class Throttle {
  readonly #limit: number;
  readonly #windowMs: number;
  readonly #clock: Clock;
  readonly #failures = new Map<string, Failures>();

  constructor(limit: number, windowMs: number, clock: Clock) {
    this.#limit = limit;
    this.#windowMs = windowMs;
    this.#clock = clock;
  }

  /** Seconds to wait; 0 = go ahead. */
  waitSeconds(key: string): number {
    const failures = this.#current(key);
    if (!failures || failures.count < this.#limit) return 0;
    return Math.ceil((failures.until - this.#clock.now()) / 1000);
  }
  fail(key: string): void {
    const failures = this.#current(key);
    if (failures) {
      failures.count++;
      return;
    }
    const oldest = this.#failures.keys().next();
    if (this.#failures.size >= MAX_KEYS && !oldest.done) this.#failures.delete(oldest.value);
    this.#failures.set(key, { count: 1, until: this.#clock.now() + this.#windowMs });
  }
  forgive(key: string): void {
    this.#failures.delete(key);
  }

  #current(key: string): Failures | null {
    const failures = this.#failures.get(key);
    if (!failures) return null;
    if (failures.until > this.#clock.now()) return failures;
    this.#failures.delete(key);
    return null;
  }
}
