import { host } from '@rastro/base/host';
import type { WrittenHistory } from './written-history.ts';

/** Arrivals are moved when they take so much memory, or are so old. */
const START_BYTES = 12 * 2 ** 20;
const START_MS = 600_000;
/** While they take more, each call moves twice as much as it stored: whoever stores more than can be moved waits for it. */
const MOST_BYTES = 24 * 2 ** 20;
/** Records that a step moves take about as much. */
const STEP_BYTES = 200_000;
/** Between two steps, for whoever waits. */
const PAUSE_MS = 5;
/** After a failure. */
const RETRY_MS = 10_000;

/** Moves arrivals into history while the store is open. Each step is a transaction, so it may end at any moment. */
export class BackgroundMoves {
  readonly #history: WrittenHistory;
  #round: Generator<void, void, void> | null = null;
  #timer: ReturnType<typeof host.setTimeout> | null = null;
  #isStarting = false;
  #bytesBefore = 0;

  constructor(history: WrittenHistory) {
    this.#history = history;
    // Those of an earlier process.
    this.afterCall();
  }

  /** To be called after each call that may have stored something. */
  afterCall(): void {
    const { bytes } = this.#history.log;
    if (bytes === 0) return;
    const stored = Math.max(0, bytes - this.#bytesBefore);
    this.#bytesBefore = bytes;
    let delayMs = PAUSE_MS;
    for (let left = bytes > MOST_BYTES ? 2 * stored : 0; left > 0 && delayMs === PAUSE_MS; left -= STEP_BYTES)
      delayMs = this.#step();
    if (bytes > START_BYTES && !this.#isStarting) this.#schedule(PAUSE_MS);
    else if (this.#timer === null) this.#schedule(START_MS);
  }

  end(): void {
    if (this.#timer !== null) host.clearTimeout(this.#timer);
    this.#timer = null;
  }

  #schedule(delayMs: number): void {
    this.end();
    this.#isStarting = delayMs < START_MS;
    this.#timer = host.setTimeout(() => {
      this.#timer = null;
      this.#isStarting = false;
      const delayMs = this.#step();
      if (this.#history.log.bytes > 0) this.#schedule(delayMs);
    }, delayMs);
  }

  /** @returns how long until the next one. */
  #step(): number {
    this.#round ??= this.#history.moves.round();
    const round = this.#round;
    try {
      if (this.#history.inBackground(() => round.next()).done !== true) return PAUSE_MS;
      this.#round = null;
      return START_MS;
    } catch {
      // Arrivals are as good as history: on a full disk they stay for a while.
      this.#round = null;
      return RETRY_MS;
    }
  }
}
