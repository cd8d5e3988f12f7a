import type { Clock } from '@rastro/base';
import { pause } from './pause.ts';

/** Waits for the next of several kinds of things, or for time to pass. Bound: what the sender is limited to. */
export class Inbox<T> {
  readonly #items: T[] = [];
  #wake: (() => void) | null = null;

  put(item: T): void {
    this.#items.push(item);
    this.#wake?.();
  }

  /** @returns null when nothing came in time. */
  async next(waitMs: number, clock: Clock): Promise<T | null> {
    if (this.#items.length === 0 && waitMs > 0) {
      const stop = new AbortController();
      const arrival = new Promise<void>((resolve) => (this.#wake = resolve));
      await Promise.race([arrival, pause(waitMs, clock, stop.signal)]);
      this.#wake = null;
      stop.abort();
    }
    return this.#items.shift() ?? null;
  }
}
