import type { Report } from '../devices/report.ts';

/** Reports that the server has not acknowledged yet, oldest first. When full, the oldest are lost, as on a device. */
export class Outbox {
  readonly #reports: Report[] = [];
  readonly #limit: number;
  #watchers: (() => void)[] = [];
  #acknowledged = 0;
  #lost = 0;

  constructor(limit = 10_000) {
    this.#limit = limit;
  }

  get size(): number {
    return this.#reports.length;
  }
  get isFull(): boolean {
    return this.#reports.length >= this.#limit;
  }
  /** Reports that the server has confirmed. */
  get acknowledged(): number {
    return this.#acknowledged;
  }
  get lost(): number {
    return this.#lost;
  }

  add(report: Report): void {
    if (this.isFull) {
      this.#reports.shift();
      this.#lost++;
    }
    this.#reports.push(report);
    this.#changed();
  }

  oldest(count: number): readonly Report[] {
    return this.#reports.slice(0, count);
  }

  /** Forgets the oldest, because they are acknowledged. */
  confirm(count: number): void {
    this.#acknowledged += this.#reports.splice(0, count).length;
    this.#changed();
  }

  /** Resolves at the next change, or when `signal` aborts. */
  changed(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        signal.removeEventListener('abort', wake);
        resolve();
      };
      signal.addEventListener('abort', wake, { once: true });
      this.#watchers.push(wake);
    });
  }

  #changed(): void {
    const watchers = this.#watchers;
    this.#watchers = [];
    for (const wake of watchers) wake();
  }
}
