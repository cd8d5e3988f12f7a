import type { Clock } from '@rastro/base';
import type { WallView } from '@rastro/fleet/figures';

/** Figures are shown for so long before they are counted again. */
const COUNT_MS = 15_000;
/** A wall that nobody has asked for in this time is forgotten. */
const IDLE_MS = 60_000;

interface Entry {
  /** Circumstances on which the figures depend besides time, such as the rights of the owner. */
  readonly print: string;
  view: WallView | null;
  /** When counting ended; 0 = never. */
  countedAt: number;
  counting: Promise<WallView> | null;
  askedAt: number;
}

/**
 * Figures of walls, shared by all screens that show one: counted while somebody asks, and never more often than a wall
 * may be old.
 */
export class WallViews {
  readonly #clock: Clock;
  readonly #entries = new Map<string, Entry>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * View of a wall. Only who asks first, or right after the print has changed, waits until it is counted.
   * @param key Of the wall.
   */
  async of(key: string, print: string, count: () => Promise<WallView>): Promise<WallView> {
    const now = this.#clock.now();
    this.#forget(now);
    const known = this.#entries.get(key);
    const entry: Entry =
      known?.print === print ? known : { print, view: null, countedAt: 0, counting: null, askedAt: now };
    this.#entries.set(key, entry);
    entry.askedAt = now;
    if (now - entry.countedAt >= COUNT_MS && entry.counting === null) {
      entry.counting = this.#count(entry, count);
      // Whoever waits for it sees the failure; who is shown the former figures sees their age.
      entry.counting.catch(() => undefined);
    }
    if (entry.view !== null) return entry.view;
    return entry.counting ?? this.#count(entry, count);
  }

  async #count(entry: Entry, count: () => Promise<WallView>): Promise<WallView> {
    try {
      entry.view = await count();
      return entry.view;
    } finally {
      // A failure, too, is not repeated with every question once there is something to show.
      entry.countedAt = entry.view === null ? 0 : this.#clock.now();
      entry.counting = null;
    }
  }

  #forget(now: number): void {
    for (const [key, { askedAt }] of this.#entries) if (now - askedAt > IDLE_MS) this.#entries.delete(key);
  }
}
