import type { Clock } from './clock.ts';
import { ALONE, type Limits } from './limits.ts';

interface Window {
  count: number;
  readonly until: number;
}
const MAX_KEYS = 100_000;
/** More than anybody counts; a number that JSON has. */
const FORGIVEN = -Number.MAX_SAFE_INTEGER;

/**
 * Limits the number of events of a key in a period: failed attempts, calls, mails. A caller that counts only failures
 * does not lock out users behind one address when it lets them in.
 */
export class Throttle {
  readonly #limit: number;
  readonly #windowMs: number;
  readonly #clock: Clock;
  readonly #windows = new Map<string, Window>();
  #publish = ALONE.join('', () => {});

  constructor(limit: number, windowMs: number, clock: Clock) {
    this.#limit = limit;
    this.#windowMs = windowMs;
    this.#clock = clock;
  }

  /** Counts together with the throttles of this name in other processes. */
  sharedAs(name: string, limits: Limits): this {
    this.#publish = limits.join(name, ({ key, by }) => this.#change(String(key), Number(by)));
    return this;
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
    this.#change(key, 1);
    this.#publish({ key, by: 1 });
  }
  /** Counts it when it may pass. @returns false = one too many. */
  take(key: string): boolean {
    if (this.#limit <= 0 || this.waitSeconds(key) > 0) return false;
    this.count(key);
    return true;
  }
  /** Takes one back that was counted before it was known to be harmless. */
  giveBack(key: string): void {
    this.#change(key, -1);
    this.#publish({ key, by: -1 });
  }
  forgive(key: string): void {
    this.#change(key, FORGIVEN);
    this.#publish({ key, by: FORGIVEN });
  }

  #change(key: string, by: number): void {
    const window = this.#current(key);
    if (!window && by < 0) return;
    if (window) {
      window.count += by;
      if (window.count <= 0) this.#windows.delete(key);
      return;
    }
    const oldest = this.#windows.keys().next();
    if (this.#windows.size >= MAX_KEYS && !oldest.done) this.#windows.delete(oldest.value);
    this.#windows.set(key, { count: by, until: this.#clock.now() + this.#windowMs });
  }

  #current(key: string): Window | null {
    const window = this.#windows.get(key);
    if (!window) return null;
    if (window.until > this.#clock.now()) return window;
    this.#windows.delete(key);
    return null;
  }
}
