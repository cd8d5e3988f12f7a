import { advance, clamp } from './advance.ts';
import type { Span, Track } from './track.ts';

export const RATES = [1, 3, 10, 30, 60, 100, 300] as const;
export type Rate = (typeof RATES)[number];
const FIRST_RATE = 30;
/** A page that was hidden does not jump ahead. */
const MAX_FRAME_MS = 250;

export interface PlayerState {
  /** Seconds since 1970. */
  readonly cursor: number;
  readonly isPlaying: boolean;
  readonly rate: Rate;
  /** Jumps over time in which all vehicles stand or are silent. */
  readonly skip: boolean;
  readonly follow: boolean;
}

/**
 * One moment for everything that shows the past: map, strip, chart and list read it here, and playback or the pointer
 * moves it. One second of real time is `rate` seconds for all vehicles.
 */
export class Player {
  #state: PlayerState;
  #span: Span;
  #tracks: readonly Track[] = [];
  /** The clock has no position yet. */
  #isFresh: boolean;
  #frame = 0;
  #lastMs = 0;
  readonly #watchers = new Set<() => void>();

  constructor(span: Span, cursor: number | null) {
    this.#span = span;
    const isInside = cursor !== null && cursor >= span.from && cursor <= span.to;
    this.#isFresh = !isInside;
    this.#state = {
      cursor: isInside ? cursor : span.from,
      isPlaying: false,
      rate: FIRST_RATE,
      skip: true,
      follow: false,
    };
  }

  readonly state = (): PlayerState => this.#state;
  readonly watch = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  };
  get span(): Span {
    return this.#span;
  }
  get tracks(): readonly Track[] {
    return this.#tracks;
  }

  setTracks(tracks: readonly Track[]): void {
    this.#tracks = tracks;
    const first = Math.min(...tracks.map(({ time }) => time[0] ?? Infinity));
    // The night before anything happened is no beginning.
    if (this.#isFresh && first !== Infinity)
      this.#state = { ...this.#state, cursor: clamp(first, this.#span) };
    this.#notify();
  }
  /** The clock stands where it began, not where the user moved it. */
  get isFresh(): boolean {
    return this.#isFresh;
  }
  seek(at: number): void {
    this.#isFresh = false;
    this.#change({ cursor: clamp(at, this.#span) });
  }
  set(part: Partial<Pick<PlayerState, 'rate' | 'skip' | 'follow'>>): void {
    this.#change(part);
  }
  play(): void {
    if (this.#state.isPlaying) return;
    this.#isFresh = false;
    const isOver = this.#state.cursor >= this.#span.to;
    this.#change({ isPlaying: true, ...(isOver ? { cursor: this.#span.from } : {}) });
    this.#lastMs = performance.now();
    this.#frame = requestAnimationFrame(this.#step);
  }
  pause(): void {
    cancelAnimationFrame(this.#frame);
    if (this.#state.isPlaying) this.#change({ isPlaying: false });
  }
  toggle(): void {
    if (this.#state.isPlaying) this.pause();
    else this.play();
  }

  readonly #step = (nowMs: number): void => {
    const passedMs = Math.max(0, Math.min(nowMs - this.#lastMs, MAX_FRAME_MS));
    this.#lastMs = nowMs;
    const cursor = advance(this.#state, passedMs, { span: this.#span, tracks: this.#tracks });
    const isOver = cursor >= this.#span.to;
    this.#change({ cursor, isPlaying: !isOver });
    if (!isOver) this.#frame = requestAnimationFrame(this.#step);
  };
  #change(part: Partial<PlayerState>): void {
    this.#state = { ...this.#state, ...part };
    this.#notify();
  }
  #notify(): void {
    for (const watcher of this.#watchers) watcher();
  }
}
