import { MINUTE_MS, type Clock } from '@rastro/base';
import type { CountedWall } from '@rastro/fleet/figures';

/** Figures are shown for so long before they are counted again. */
const COUNT_MS = 15_000;
/** Older ones say nothing about the fleet: who cannot count them has none. */
const OLD_MS = 5 * MINUTE_MS;
/** A wall that nobody has asked for in this time is forgotten. */
const IDLE_MS = 60_000;

interface Counting {
  /** Of the wall. */
  readonly key: string;
  /** Walls of one owner are counted one after the other: an account has few reports at once. */
  readonly ownerId: number;
  /** Circumstances on which the figures depend besides time, such as the rights of the owner. */
  readonly print: string;
  readonly count: () => Promise<CountedWall>;
}
interface Entry {
  readonly print: string;
  view: CountedWall | null;
  /** When counting ended; 0 = never. */
  countedAt: number;
  counting: Promise<CountedWall> | null;
  askedAt: number;
}

/**
 * Figures of walls, shared by all screens that show one: counted while somebody asks, and never more often than a wall
 * may be old.
 */
export class WallViews {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #entries = new Map<string, Entry>();
  readonly #turns = new Map<number, Promise<unknown>>();

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  /**
   * View of a wall. Only who asks first, or right after the print has changed, waits until it is counted.
   * @throws when it cannot be counted.
   */
  async of({ key, ownerId, print, count }: Counting): Promise<CountedWall> {
    const now = this.#clock.now();
    this.#forget(now);
    const known = this.#entries.get(key);
    const entry: Entry =
      known?.print === print ? known : { print, view: null, countedAt: 0, counting: null, askedAt: now };
    this.#entries.set(key, entry);
    entry.askedAt = now;
    // Either way: a clock may be set back.
    if (Math.abs(now - entry.countedAt) >= COUNT_MS && entry.counting === null) {
      entry.counting = this.#count(entry, () => this.#inTurn(ownerId, count));
      // Whoever waits for it sees the failure; who is shown the former figures sees their age.
      entry.counting.catch(() => undefined);
    }
    if (entry.view !== null && now - entry.view.countedAt < OLD_MS) return entry.view;
    if (entry.counting === null) throw new Error('Cannot count what a wall shows: tried a moment ago');
    return entry.counting;
  }

  async #count(entry: Entry, count: () => Promise<CountedWall>): Promise<CountedWall> {
    try {
      entry.view = await count();
      return entry.view;
    } finally {
      // A failure, too, is not repeated with every question once there is something to show.
      entry.countedAt = entry.view === null ? 0 : this.#clock.now();
      entry.counting = null;
    }
  }

  #inTurn(ownerId: number, count: () => Promise<CountedWall>): Promise<CountedWall> {
    const before = this.#turns.get(ownerId) ?? Promise.resolve();
    const view = before.then(count, count);
    this.#turns.set(ownerId, view);
    const done = (): void => {
      if (this.#turns.get(ownerId) === view) this.#turns.delete(ownerId);
    };
    view.then(done, done);
    return view;
  }

  #forget(now: number): void {
    for (const [key, { askedAt }] of this.#entries) if (now - askedAt > IDLE_MS) this.#entries.delete(key);
  }
}
