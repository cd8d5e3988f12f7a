export interface ThrottledValueOptions<T> {
  readonly nothing: T;
  /** @returns the current value; `before` itself when nothing relevant changed. */
  readonly compute: (before: T) => T;
  /** A look costs a walk over every vehicle: not more often than this. */
  readonly pauseMs: number;
}

/** A value computed over all vehicles, while it is needed. Has no timer of its own. */
export class ThrottledValue<T> {
  readonly #options: ThrottledValueOptions<T>;
  /** The last published value; null = it is not watched. */
  #last: { readonly value: T } | null = null;
  #isStale = false;
  #computedAt = -Infinity;

  constructor(throttledValueOptions: ThrottledValueOptions<T>) {
    this.#options = throttledValueOptions;
  }

  setWatched(isWatched: boolean): void {
    this.#last = isWatched ? { value: this.#options.nothing } : null;
    this.invalidate();
  }
  markChanged(): void {
    this.#isStale = true;
  }
  /** Another value was requested, and is waited for. */
  invalidate(): void {
    this.#isStale = true;
    this.#computedAt = -Infinity;
  }
  get isWaiting(): boolean {
    return this.#last !== null && this.#isStale;
  }
  /** @returns the value to publish; undefined = none, or not yet. */
  take(now: number): T | undefined {
    if (this.#last === null || !this.#isStale) return undefined;
    if (now - this.#computedAt < this.#options.pauseMs) return undefined;
    this.#isStale = false;
    this.#computedAt = now;
    const value = this.#options.compute(this.#last.value);
    if (value === this.#last.value) return undefined;
    this.#last = { value };
    return value;
  }
}
