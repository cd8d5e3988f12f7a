import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

type Labels = Readonly<Record<string, string>>;
/** Value under its labels. */
export type Sample = readonly [labels: Labels, value: number];
type Read<T> = () => T | Promise<T>;

/** Of a commit: from what an idle SSD takes to what makes devices send again. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Series of a registry whose values are read when somebody asks. */
export class Series {
  readonly #registry: Registry;

  constructor(registry: Registry) {
    this.#registry = registry;
  }

  /** @param read Null = it is not known now, and left out. */
  gauge(name: string, help: string, read: Read<number | null>): void {
    this.gauges(name, help, [], async () => {
      const value = await read();
      return value === null ? [] : [[{}, value]];
    });
  }
  gauges(name: string, help: string, labelNames: readonly string[], read: Read<Iterable<Sample>>): void {
    void new Gauge({
      name,
      help,
      labelNames,
      registers: [this.#registry],
      async collect() {
        const samples = [...(await read())];
        this.reset();
        // Without labels it begins at 0, which would be taken for a value.
        if (samples.length === 0 && labelNames.length === 0) this.remove();
        for (const [labels, value] of samples) this.set(labels, value);
      },
    });
  }
  /** @param read Since the start of the process. */
  counter(name: string, help: string, read: () => number): void {
    this.counters(name, help, [], () => [[{}, read()]]);
  }
  counters(name: string, help: string, labelNames: readonly string[], read: () => Iterable<Sample>): void {
    void new Counter({
      name,
      help,
      labelNames,
      registers: [this.#registry],
      collect() {
        this.reset();
        for (const [labels, value] of read()) this.inc(labels, value);
      },
    });
  }
  histogram(name: string, help: string): { observe(seconds: number): void } {
    return new Histogram({ name, help, buckets: SECONDS, registers: [this.#registry] });
  }
}

/** Values by one label. */
export const by = (label: string, values: Iterable<readonly [string, number]>): Iterable<Sample> =>
  Iterator.from(values).map(([name, value]) => [{ [label]: name }, value] as const);
