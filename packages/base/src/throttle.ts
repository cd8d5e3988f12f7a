import type { Clock } from './clock.ts';

interface Window {
  count: number;
  readonly until: number;
}
const MAX_KEYS = 100_000;

/**
 * Limits the number of events of a key in a period: failed attempts, calls, mails. A caller that counts only failures
 * does not lock out users behind one address when it lets them in.
 */
export class Throttle {
  readonly #limit: number;
  readonly #windowMs: number;
  readonly #clock: Clock;
  readonly #windows = new Map<string, Window>();

  constructor(limit: number, windowMs: number, clock: Clock) {
    this.#limit = limit;
    this.#windowMs = windowMs;
    this.#clock = clock;
  }

  /**
   * Seconds to wait; 0 = go ahead.
   * @param limit Another one than its own, for a key that is to be treated with more or less patience.
   */
  waitSeconds(key: string, limit = this.#limit): number {
    const window = this.#current(key);
    if (!window || window.count < limit) return 0;
    return Math.ceil((window.until - this.#clock.now()) / 1000);
  }
  /** One more. */
  count(key: string): void {
    const window = this.#current(key);
    if (window) {
      window.count++;
      return;
    }
    const oldest = this.#windows.keys().next();
    if (this.#windows.size >= MAX_KEYS && !oldest.done) this.#windows.delete(oldest.value);
    this.#windows.set(key, { count: 1, until: this.#clock.now() + this.#windowMs });
  }
  /** Counts it when it may pass. @returns false = one too many. */
  take(key: string): boolean {
    if (this.#limit <= 0 || this.waitSeconds(key) > 0) return false;
    this.count(key);
    return true;
  }
  /** Takes one back that was counted before it was known to be harmless. */
  giveBack(key: string): void {
    const window = this.#current(key);
    if (!window) return;
    window.count--;
    if (window.count <= 0) this.#windows.delete(key);
  }
  forgive(key: string): void {
    this.#windows.delete(key);
  }

  #current(key: string): Window | null {
    const window = this.#windows.get(key);
    if (!window) return null;
    if (window.until > this.#clock.now()) return window;
    this.#windows.delete(key);
    return null;
  }
}
