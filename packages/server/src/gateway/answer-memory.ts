import { createHash } from 'node:crypto';
import { host } from '@rastro/base/host';

/** Longest time for which an account or the server record is cached: a revoked right lives at most this long. */
const MEMORY_MS = 3000;
const MAX_REMEMBERED = 10_000;

/** Caches answers for a moment; concurrent requests are one. Keys are stored as hashes. */
export class AnswerMemory<T> {
  readonly #entries = new Map<string, { readonly until: number; readonly answer: Promise<T> }>();

  /** Cached answer; null = none. */
  async recall(key: string): Promise<T | null> {
    const known = this.#entries.get(hashOf(key));
    return known && known.until > host.now() ? known.answer : null;
  }
  remember(key: string, ask: () => Promise<T>): Promise<T> {
    const hash = hashOf(key);
    const known = this.#entries.get(hash);
    if (known && known.until > host.now()) return known.answer;
    if (this.#entries.size >= MAX_REMEMBERED) this.#entries.clear();
    const answer = ask();
    this.#entries.set(hash, { until: host.now() + MEMORY_MS, answer });
    answer.catch(() => this.#entries.delete(hash));
    return answer;
  }
  clear(): void {
    this.#entries.clear();
  }
}

const hashOf = (key: string): string => createHash('sha256').update(key).digest('base64');
