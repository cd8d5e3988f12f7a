export interface LookOptions<T> {
  readonly nothing: T;
  /** @returns What is so now; `before` itself when nothing worth telling is different. */
  readonly look: (before: T) => T;
  /** A look costs a walk over every vehicle: not more often than this. */
  readonly pauseMs: number;
}

/** What is told of all vehicles together, while somebody wants to know it. Knows no timer. */
export class PacedLook<T> {
  readonly #options: LookOptions<T>;
  /** As last told; null = nobody wants to know. */
  #told: { readonly value: T } | null = null;
  #isStale = false;
  #lookedAt = -Infinity;

  constructor(options: LookOptions<T>) {
    this.#options = options;
  }

  setWatched(isWatched: boolean): void {
    this.#told = isWatched ? { value: this.#options.nothing } : null;
    this.markAsked();
  }
  markChanged(): void {
    this.#isStale = true;
  }
  /** Somebody asked for something else, and waits. */
  markAsked(): void {
    this.#isStale = true;
    this.#lookedAt = -Infinity;
  }
  get isWaiting(): boolean {
    return this.#told !== null && this.#isStale;
  }
  /** @returns What is to be told; undefined = nothing, or not yet. */
  take(now: number): T | undefined {
    if (this.#told === null || !this.#isStale) return undefined;
    if (now - this.#lookedAt < this.#options.pauseMs) return undefined;
    this.#isStale = false;
    this.#lookedAt = now;
    const value = this.#options.look(this.#told.value);
    if (value === this.#told.value) return undefined;
    this.#told = { value };
    return value;
  }
}
