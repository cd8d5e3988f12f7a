import { MINUTE_MS } from '@rastro/base';
const MINUTES = 60;
const NOW_SAMPLES = 2;

interface Sample {
  readonly at: number;
  readonly total: number;
}

/** Rate of a number that only grows: of each minute of the last hour, and now. Holds an hour and no more. */
export class RateHistory {
  #minutes: { readonly minute: number; count: number }[] = [];
  #samples: readonly Sample[] = [];

  /** Call it every few seconds. */
  note(at: number, total: number): void {
    const last = this.#samples.at(-1);
    this.#samples = [...this.#samples, { at, total }].slice(-NOW_SAMPLES);
    if (!last) return;
    this.#reach(Math.floor(at / MINUTE_MS));
    const now = this.#minutes.at(-1);
    // Less than before: the counter has restarted.
    if (now) now.count += total < last.total ? total : total - last.total;
  }

  /** Of each minute, oldest first; the last one may not be over. */
  get perMinute(): readonly number[] {
    return this.#minutes.map(({ count }) => count);
  }
  /** Between the last two samples. */
  get perSecond(): number {
    const [before, now] = this.#samples;
    if (!before || !now || now.at <= before.at) return 0;
    return Math.max(0, now.total - before.total) / ((now.at - before.at) / 1000);
  }

  /** Minutes in which nothing was noted have a place, too. */
  #reach(minute: number): void {
    const last = this.#minutes.at(-1)?.minute;
    const first = Math.max(last === undefined ? minute : last + 1, minute - MINUTES + 1);
    for (let each = first; each <= minute; each++) this.#minutes.push({ minute: each, count: 0 });
    // A clock that was set back has no minute of its own: its counts go to the newest.
    this.#minutes = this.#minutes.slice(-MINUTES);
  }
}
