/** Forgotten keys are swept when there are this many. */
const MANY = 10_000;

/** Lets through so many of a key in a stretch of time. */
export class RateLimit {
  readonly #most: number;
  readonly #windowMs: number;
  readonly #windows = new Map<string, { readonly since: number; count: number }>();

  constructor(most: number, windowMs: number) {
    this.#most = most;
    this.#windowMs = windowMs;
  }

  /** @returns false = one too many. */
  take(key: string, now: number): boolean {
    const window = this.#windows.get(key);
    if (window && now - window.since < this.#windowMs) return ++window.count <= this.#most;
    if (this.#windows.size >= MANY) this.#sweep(now);
    this.#windows.set(key, { since: now, count: 1 });
    return this.#most > 0;
  }

  #sweep(now: number): void {
    for (const [key, { since }] of this.#windows)
      if (now - since >= this.#windowMs) this.#windows.delete(key);
  }
}
