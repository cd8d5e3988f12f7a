/** Chance that is the same for the same seed. @source the generator mulberry32, in the public domain */
export class Chance {
  #state: number;
  constructor(seed: number) {
    this.#state = seed >>> 0;
  }
  /** From 0 to below 1, never 0. */
  next(): number {
    this.#state = (this.#state + 0x6d_2b_79_f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (((mixed ^ (mixed >>> 14)) >>> 0) + 0.5) / 2 ** 32;
  }
  between(low: number, high: number): number {
    return low + this.next() * (high - low);
  }
  /** From 0 to below a count. */
  whole(count: number): number {
    return Math.floor(this.next() * count);
  }
}
