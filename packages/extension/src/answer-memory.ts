interface Kept<T> {
  readonly value: T | null;
  readonly until: number;
}
export interface AnswerMemoryOptions {
  /** Beyond this, the oldest answer is forgotten. */
  readonly limit: number;
  readonly lifeMs: number;
  /** How long a service that did not answer is left alone. */
  readonly failureLifeMs: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Asks once for each key and keeps the answer for a while; who asks meanwhile waits for the same answer. */
export class AnswerMemory<T> {
  readonly #options: AnswerMemoryOptions;
  readonly #kept = new Map<string, Kept<T>>();
  readonly #asking = new Map<string, Promise<T | null>>();

  constructor(options: AnswerMemoryOptions) {
    this.#options = options;
  }

  /** @param ask Null = no answer. Never rejects. */
  async answer(key: string, ask: () => Promise<T | null>): Promise<T | null> {
    const kept = this.#kept.get(key);
    if (kept !== undefined && kept.until > this.#options.now()) return kept.value;
    const waiting = this.#asking.get(key);
    if (waiting !== undefined) return waiting;
    const asking = ask()
      .then((value) => this.#keep(key, value))
      .finally(() => this.#asking.delete(key));
    this.#asking.set(key, asking);
    return asking;
  }

  #keep(key: string, value: T | null): T | null {
    const { limit, lifeMs, failureLifeMs, now } = this.#options;
    this.#kept.delete(key);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size >= limit && oldest !== undefined) this.#kept.delete(oldest);
    this.#kept.set(key, { value, until: now() + (value === null ? failureLifeMs : lifeMs) });
    return value;
  }
}
