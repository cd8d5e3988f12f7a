import { MINUTE_MS } from '@rastro/base';
import type { WallView } from '@rastro/fleet/figures';
import type { Answer } from '@rastro/tracking-client';

/** With the half second for which the server remembers an answer, an ended wall is dark within two. */
const ASK_MS = 1000;
/** Pauses after failures: twice as long each time. */
const RETRY_MS = { first: 1000, most: 60_000 } as const;
/** Whether an ended wall has come back, such as that of an account that has paid. */
const ENDED_MS = 5 * MINUTE_MS;
/** After so long without an answer everything is read again. */
const STALE_MS = 5 * MINUTE_MS;

/** Figures of a wall, and how the page stands with its server. */
export interface WallState {
  /** `stale` = there is no answer now: the last figures are shown with their age. */
  readonly status: 'starting' | 'shown' | 'stale' | 'ended';
  readonly view: WallView | null;
  /** Last answer by the clock of this page, ms since 1970; 0 = none. */
  readonly answeredAt: number;
  /** Milliseconds by which the clock of the server is ahead; 0 = they agree. */
  readonly offset: number;
}
export type AskWall = (known: number | null, signal: AbortSignal) => Promise<Answer<WallView | null>>;

/** Asks for the figures of a wall, again and again. */
export class WallPoll {
  readonly #ask: AskWall;
  readonly #now: () => number;
  readonly #wakes = new Set<() => void>();
  #state: WallState = { status: 'starting', view: null, answeredAt: 0, offset: 0 };
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Of the question that is under way; null = nobody watches. */
  #stop: AbortController | null = null;

  constructor(ask: AskWall, now: () => number = Date.now) {
    this.#ask = ask;
    this.#now = now;
  }

  readonly state = (): WallState => this.#state;
  readonly watch = (wake: () => void): (() => void) => {
    this.#wakes.add(wake);
    return () => void this.#wakes.delete(wake);
  };

  /** @returns ends it. */
  /** @returns ends it. */
  readonly start = (): (() => void) => {
    this.#begin();
    return () => {
      this.#stop?.abort();
      this.#stop = null;
      clearTimeout(this.#timer);
    };
  };
  /** The network is back: it is asked at once. A question that is under way may hang on the former one. */
  readonly retry = (): void => {
    if (this.#state.status === 'stale' && this.#stop !== null) this.#begin();
  };

  #begin(): void {
    this.#stop?.abort();
    clearTimeout(this.#timer);
    this.#stop = new AbortController();
    void this.#round(this.#stop.signal);
  }
  async #round(signal: AbortSignal): Promise<void> {
    const { view, answeredAt } = this.#state;
    const isOld = this.#now() - answeredAt > STALE_MS;
    let pause: number = ASK_MS;
    try {
      const answer = await this.#ask(isOld ? null : (view?.countedAt ?? null), signal);
      if (signal.aborted) return;
      pause = this.#take(answer);
    } catch {
      if (signal.aborted) return;
      pause = this.#missed();
    }
    this.#timer = setTimeout(() => void this.#round(signal), pause);
  }

  /** @returns the pause until the next question. */
  #take(answer: Answer<WallView | null>): number {
    const now = this.#now();
    if (answer.ok) {
      this.#failures = 0;
      const { view, offset } = this.#state;
      const news = answer.value && { view: answer.value, offset: apart(answer.value.answeredAt - now) };
      this.#set({ status: 'shown', view, offset, ...news, answeredAt: now });
      return ASK_MS;
    }
    if (answer.error.status !== 404) return this.#missed();
    // Nothing of it stays on the screen, nor in memory.
    this.#failures = 0;
    this.#set({ status: 'ended', view: null, answeredAt: 0, offset: 0 });
    return ENDED_MS;
  }

  #missed(): number {
    const { status } = this.#state;
    if (status !== 'ended') this.#set({ ...this.#state, status: 'stale' });
    const pause = Math.min(RETRY_MS.first * 2 ** this.#failures, RETRY_MS.most);
    this.#failures += 1;
    return pause;
  }

  #set(state: WallState): void {
    this.#state = state;
    for (const wake of this.#wakes) wake();
  }
}

/** Clocks that are less than a minute apart agree; so do those of which nothing is known. */
const apart = (ms: number): number => (Math.abs(ms) >= MINUTE_MS ? ms : 0);
