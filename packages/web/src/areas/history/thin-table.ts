/** Times and values; null = nothing is known there. */
export type CurveTable = [number[], (number | null)[]];

/**
 * A curve reduced to the drawn width: of the values on one pixel, the first, the least, the most and the last stay, so
 * that a year looks as if all of it were there.
 */
export class ThinTable {
  readonly #table: CurveTable = [[], []];
  /** Seconds per pixel; 0 = everything stays. */
  readonly #stepS: number;
  #bucket = -Infinity;
  #count = 0;
  #min = 0;
  #max = 0;
  readonly #first: Sample = { at: -Infinity, value: null };
  readonly #low: Sample = { at: 0, value: null };
  readonly #high: Sample = { at: 0, value: null };
  readonly #last: Sample = { at: -Infinity, value: null };

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
      setSample(this.#first, at, value);
      [this.#min, this.#max] = [Infinity, -Infinity];
    }
    this.#count++;
    setSample(this.#last, at, value);
    if (value === null) return;
    if (value < this.#min) {
      this.#min = value;
      setSample(this.#low, at, value);
    }
    if (value > this.#max) {
      this.#max = value;
      setSample(this.#high, at, value);
    }
  }

  table(): CurveTable {
    this.#flush();
    return this.#table;
  }

  #flush(): void {
    if (this.#count === 0) return;
    this.#emit(this.#first);
    if (this.#max >= this.#min) {
      const [before, after] =
        this.#low.at <= this.#high.at ? [this.#low, this.#high] : [this.#high, this.#low];
      this.#emit(before);
      this.#emit(after);
    }
    this.#emit(this.#last);
    this.#count = 0;
  }
  #emit({ at, value }: Sample): void {
    const [times, values] = this.#table;
    if (at <= (times.at(-1) ?? -Infinity)) return;
    times.push(at);
    values.push(value);
  }
}

interface Sample {
  at: number;
  value: number | null;
}
function setSample(sample: Sample, at: number, value: number | null): void {
  sample.at = at;
  sample.value = value;
}
