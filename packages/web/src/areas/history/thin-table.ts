/** Times and values; null = nothing is known there. */
export type CurveTable = [number[], (number | null)[]];

/**
 * A curve as narrow as it is drawn: of what falls on one pixel the first, the least, the most and the last are kept, so that a
 * year looks as if all of it were there.
 */
export class ThinTable {
  readonly #table: CurveTable = [[], []];
  /** Seconds of a pixel; 0 = everything is kept. */
  readonly #stepS: number;
  #bucket = -Infinity;
  #count = 0;
  #least = 0;
  #most = 0;
  readonly #first: Kept = { at: -Infinity, value: null };
  readonly #low: Kept = { at: 0, value: null };
  readonly #high: Kept = { at: 0, value: null };
  readonly #last: Kept = { at: -Infinity, value: null };

  constructor(stepS: number) {
    this.#stepS = stepS;
  }

  /** In order of time: what is not after what came before is one too many for a chart. */
  put(at: number, value: number | null): void {
    if (at <= this.#last.at) return;
    const bucket = this.#stepS > 0 ? Math.floor(at / this.#stepS) : at;
    if (bucket !== this.#bucket) {
      this.#flush();
      this.#bucket = bucket;
      keep(this.#first, at, value);
      [this.#least, this.#most] = [Infinity, -Infinity];
    }
    this.#count++;
    keep(this.#last, at, value);
    if (value === null) return;
    if (value < this.#least) {
      this.#least = value;
      keep(this.#low, at, value);
    }
    if (value > this.#most) {
      this.#most = value;
      keep(this.#high, at, value);
    }
  }

  table(): CurveTable {
    this.#flush();
    return this.#table;
  }

  #flush(): void {
    if (this.#count === 0) return;
    this.#emit(this.#first);
    if (this.#most >= this.#least) {
      const [before, after] =
        this.#low.at <= this.#high.at ? [this.#low, this.#high] : [this.#high, this.#low];
      this.#emit(before);
      this.#emit(after);
    }
    this.#emit(this.#last);
    this.#count = 0;
  }
  #emit({ at, value }: Kept): void {
    const [times, values] = this.#table;
    if (at <= (times.at(-1) ?? -Infinity)) return;
    times.push(at);
    values.push(value);
  }
}

interface Kept {
  at: number;
  value: number | null;
}
function keep(kept: Kept, at: number, value: number | null): void {
  kept.at = at;
  kept.value = value;
}
