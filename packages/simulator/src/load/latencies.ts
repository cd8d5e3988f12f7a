const BUCKETS_PER_MS = 10;
const LONGEST_MS = 30_000;

/** Counts durations in steps of 0.1 ms, so that percentiles cost no memory per measurement. */
export class Latencies {
  readonly #buckets = new Uint32Array(LONGEST_MS * BUCKETS_PER_MS + 1);
  #count = 0;
  #longestMs = 0;

  add(ms: number): void {
    const bucket = Math.min(Math.round(ms * BUCKETS_PER_MS), this.#buckets.length - 1);
    this.#buckets[bucket] = (this.#buckets[bucket] ?? 0) + 1;
    this.#count++;
    this.#longestMs = Math.max(this.#longestMs, ms);
  }

  /** @param share 0..1. @returns Milliseconds; null without measurements. */
  percentile(share: number): number | null {
    const wanted = Math.max(1, Math.ceil(this.#count * share));
    let seen = 0;
    if (this.#count === 0) return null;
    for (const [bucket, count] of this.#buckets.entries()) {
      seen += count;
      if (seen >= wanted) return bucket / BUCKETS_PER_MS;
    }
    return this.#longestMs;
  }

  get longestMs(): number {
    return Math.round(this.#longestMs * BUCKETS_PER_MS) / BUCKETS_PER_MS;
  }
}
