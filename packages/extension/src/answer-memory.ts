interface CacheEntry<T> {
  readonly value: T | null;
  readonly until: number;
}
export interface AnswerMemoryOptions {
  /** Beyond this, the oldest answer is forgotten. */
  readonly limit: number;
  readonly lifeMs: number;
  /** Milliseconds for which a service that did not answer is not asked again. */
  readonly failureLifeMs: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Asks once for each key and caches the answer for a while; concurrent callers wait for the same answer. */
export class AnswerMemory<T> {
  readonly #options: AnswerMemoryOptions;
  readonly #entries = new Map<string, CacheEntry<T>>();
  readonly #asking = new Map<string, Promise<T | null>>();

  constructor(options: AnswerMemoryOptions) {
    this.#options = options;
  }

  /** The answer that is cached, null included; undefined = it has to be asked for. */
  cached(key: string): T | null | undefined {
    const entry = this.#entries.get(key);
    return entry !== undefined && entry.until > this.#options.now() ? entry.value : undefined;
  }

  /** @param ask Null = no answer. Never rejects. */
  async answer(key: string, ask: () => Promise<T | null>): Promise<T | null> {
    const cached = this.cached(key);
    if (cached !== undefined) return cached;
    const waiting = this.#asking.get(key);
    if (waiting !== undefined) return waiting;
    const asking = ask()
      .then((value) => this.#store(key, value))
      .finally(() => this.#asking.delete(key));
    this.#asking.set(key, asking);
    return asking;
  }

  #store(key: string, value: T | null): T | null {
    const { limit, lifeMs, failureLifeMs, now } = this.#options;
    this.#entries.delete(key);
    const [oldest] = this.#entries.keys();
    if (this.#entries.size >= limit && oldest !== undefined) this.#entries.delete(oldest);
    this.#entries.set(key, { value, until: now() + (value === null ? failureLifeMs : lifeMs) });
    return value;
  }
}
