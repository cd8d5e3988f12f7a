import { HOUR_MS, MINUTE_MS, SECOND_MS, type Clock } from '@rastro/base';

/** Progress of the work under way, as a line of text. */
export class ImportProgress {
  readonly #clock: Clock;
  #stage = '';
  #startedAt = 0;
  #total = 0;
  #done = 0;
  #rows = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** @param devices Devices to go through. */
  begin(stage: string, devices: number): void {
    this.#stage = stage;
    this.#startedAt = this.#clock.now();
    this.#total = devices;
    this.#done = 0;
    this.#rows = 0;
  }
  addRows(count: number): void {
    this.#rows += count;
  }
  deviceDone(): void {
    this.#done++;
  }

  /** E.g. `positions: 40 of 200 devices, 120000 rows, 9000/s, about 2 min left`. */
  line(): string {
    const elapsedMs = Math.max(1, this.#clock.now() - this.#startedAt);
    const perSecond = Math.round((this.#rows * SECOND_MS) / elapsedMs);
    const left =
      this.#done === 0
        ? ''
        : `, about ${duration((elapsedMs / this.#done) * (this.#total - this.#done))} left`;
    return `${this.#stage}: ${this.#done} of ${this.#total} devices, ${this.#rows} rows, ${perSecond}/s${left}`;
  }
}

export function duration(ms: number): string {
  if (ms < MINUTE_MS) return `${Math.ceil(ms / SECOND_MS)} s`;
  return ms < HOUR_MS ? `${Math.ceil(ms / MINUTE_MS)} min` : `${(ms / HOUR_MS).toFixed(1)} h`;
}
