import type { Clock } from '@rastro/base';

/** However many look, and however often their pages ask, it is worked out once in this time. */
const VIEW_MS = 2000;
const MAX_VIEWS = 5000;

interface Entry<T> {
  readonly from: number;
  readonly answer: Promise<T>;
}

/** Views that many ask for at the same time, each worked out once for all of them. */
export class ViewMemory<T> {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #entries = new Map<string, Entry<T>>();

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  /** @throws when it cannot be worked out; that is not remembered. */
  of(key: string, workOut: () => Promise<T>): Promise<T> {
    const now = this.#clock.now();
    const known = this.#entries.get(key);
    // A clock that is set back shows nothing for longer.
    if (known && now >= known.from && now - known.from < VIEW_MS) return known.answer;
    const entry = { from: now, answer: workOut() };
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > MAX_VIEWS && oldest !== undefined) this.#entries.delete(oldest);
    entry.answer.catch(() => this.#entries.delete(key));
    return entry.answer;
  }
}
