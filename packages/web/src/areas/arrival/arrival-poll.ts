import type { ArrivalView } from '@rastro/fleet/orders';
import type { Answer } from '@rastro/tracking-client';

/** As often as a tracker reports on the road. */
const ASK_MS = 10_000;
/** Pauses after failures: twice as long each time. */
const RETRY_MS = { first: 2000, most: 60_000 } as const;

/** An arrival, and how the page stands with its server. */
export interface ArrivalState {
  /** `stale` = there is no answer now: the last one is shown with its age. */
  readonly status: 'starting' | 'shown' | 'stale' | 'ended';
  readonly view: ArrivalView | null;
  /** Last answer, in ms since 1970; 0 = none. */
  readonly answeredAt: number;
}
export type AskArrival = (signal: AbortSignal) => Promise<Answer<ArrivalView>>;

/** Asks how far an order is, again and again while the page is in sight. Nobody is signed in: there is no cache of queries. */
export class ArrivalPoll {
  readonly #ask: AskArrival;
  readonly #wakes = new Set<() => void>();
  #state: ArrivalState = { status: 'starting', view: null, answeredAt: 0 };
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Of the question that is under way; null = nobody is asked. */
  #stop: AbortController | null = null;

  constructor(ask: AskArrival) {
    this.#ask = ask;
  }

  readonly state = (): ArrivalState => this.#state;
  readonly watch = (wake: () => void): (() => void) => {
    this.#wakes.add(wake);
    return () => void this.#wakes.delete(wake);
  };
  /** @returns ends it. */
  readonly start = (): (() => void) => {
    this.#begin();
    return this.#end;
  };
  /** The page is in sight again, or the network is back: it is asked at once. A page in the background asks nothing. */
  readonly follow = (isVisible: boolean): void => {
    if (this.#state.status === 'ended') return;
    if (isVisible) this.#begin();
    else this.#end();
  };

  #begin(): void {
    this.#end();
    this.#stop = new AbortController();
    void this.#round(this.#stop.signal);
  }
  readonly #end = (): void => {
    this.#stop?.abort();
    this.#stop = null;
    clearTimeout(this.#timer);
  };

  async #round(signal: AbortSignal): Promise<void> {
    const pause = await this.#ask(signal).then(
      (answer) => (signal.aborted ? null : this.#take(answer)),
      () => (signal.aborted ? null : this.#missed()),
    );
    if (pause !== null) this.#timer = setTimeout(() => void this.#round(signal), pause);
  }

  /** @returns the pause until the next question; null = there is none. */
  #take(answer: Answer<ArrivalView>): number | null {
    if (answer.ok) {
      this.#failures = 0;
      this.#set({ status: 'shown', view: answer.value, answeredAt: Date.now() });
      return ASK_MS;
    }
    if (answer.error.status !== 404) return this.#missed();
    // Nothing of it stays on the screen, nor in memory.
    this.#set({ status: 'ended', view: null, answeredAt: 0 });
    return null;
  }
  #missed(): number {
    this.#set({ ...this.#state, status: 'stale' });
    const pause = Math.min(RETRY_MS.first * 2 ** this.#failures, RETRY_MS.most);
    this.#failures += 1;
    return pause;
  }
  #set(state: ArrivalState): void {
    this.#state = state;
    for (const wake of this.#wakes) wake();
  }
}
