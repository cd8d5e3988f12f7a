/** A checksum of the rows of a month. */
interface MonthSum {
  count: number;
  /** Of times, milliseconds since 1970. */
  times: number;
  /** Of coordinates in steps of 0.00001 degrees. */
  places: number;
}
interface Summed {
  readonly time: number;
  readonly latitude: number;
  readonly longitude: number;
}

/** Sums are whole numbers below 2^53: their order does not matter. */
const MODULUS = 2 ** 52;
const STEPS_PER_DEGREE = 100_000;

/** Checksums of a device's rows, month by month (UTC). */
export class MonthSums {
  readonly #months = new Map<string, MonthSum>();

  add({ time, latitude, longitude }: Summed): void {
    const month = new Date(time).toISOString().slice(0, 7);
    const sum = this.#months.get(month) ?? { count: 0, times: 0, places: 0 };
    this.#months.set(month, sum);
    sum.count++;
    sum.times = (sum.times + time) % MODULUS;
    const steps = Math.round(latitude * STEPS_PER_DEGREE) * 3 + Math.round(longitude * STEPS_PER_DEGREE);
    sum.places = (sum.places + steps) % MODULUS;
  }

  /** Months whose checksums differ. */
  differing(other: MonthSums): readonly string[] {
    const months = new Set([...this.#months.keys(), ...other.#months.keys()]);
    return [...months].filter((month) => this.#text(month) !== other.#text(month)).toSorted();
  }

  #text(month: string): string {
    const { count, times, places } = this.#months.get(month) ?? { count: 0, times: 0, places: 0 };
    return `${count} ${times} ${places}`;
  }
}
