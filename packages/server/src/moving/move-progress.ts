import type { MovedStoreName, MoveStep } from '@rastro/storage';

const SHOWN_EVERY_MS = 5000;
const NUMBER = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const DOING: Readonly<Record<MoveStep['step'], string>> = {
  copy: 'moving',
  settle: 'putting in order',
  verify: 'comparing',
};

/** Lines that say how far a move has come, how fast it is, and how long its part will take. */
export class MoveProgress {
  readonly #show: (line: string) => void;
  readonly #now: () => number;
  #part = '';
  #began = { at: 0, rows: 0 };
  #shownAt = -Infinity;

  /** @param now Milliseconds, from any moment on. */
  constructor(show: (line: string) => void, now: () => number) {
    this.#show = show;
    this.#now = now;
  }

  note(store: MovedStoreName, { step, kind, rows, of }: MoveStep): void {
    const now = this.#now();
    const part = `${store} ${step} ${kind}`;
    if (part !== this.#part) {
      this.#part = part;
      // Of a move that goes on, the first page comes behind what was there.
      this.#began = { at: now, rows };
    }
    if (now - this.#shownAt < SHOWN_EVERY_MS) return;
    this.#shownAt = now;
    const seconds = (now - this.#began.at) / 1000;
    const rate = seconds > 0 ? (rows - this.#began.rows) / seconds : 0;
    const isKnown = rate > 0 && of > rows;
    const many = of > rows ? `${NUMBER.format(rows)} of about ${NUMBER.format(of)}` : NUMBER.format(rows);
    const parts = [
      `${store}: ${DOING[step]} ${kind}`.trim(),
      ...(rows > 0 ? [many] : []),
      ...(rate > 0 ? [`${NUMBER.format(rate)}/s`] : []),
      ...(isKnown ? [`${timeOf((of - rows) / rate)} left`] : []),
    ];
    this.#show(parts.join(', '));
  }
}

function timeOf(seconds: number): string {
  if (seconds < 90) return `${NUMBER.format(Math.max(seconds, 1))} s`;
  return seconds < 5400 ? `${NUMBER.format(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}
