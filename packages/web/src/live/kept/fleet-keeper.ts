import type { FleetEngine } from '../fleet-engine.ts';
import type { Connection } from '../fleet.ts';
import type { KeptBook } from './kept-book.ts';

/** More vehicles than this are not kept: those heard last are. */
export const MOST_KEPT = 5_000;

export interface KeeperParts {
  readonly engine: FleetEngine;
  readonly book: KeptBook;
  /** Whose fleet is kept; null = nothing is, and nothing that was is shown. */
  readonly userId: number | null;
}

/** Says of what is shown since when it is not live any more, and keeps it for a start without a network. */
export class FleetKeeper {
  readonly #parts: KeeperParts;
  #isLive = false;
  #isChanged = false;

  constructor(parts: KeeperParts) {
    this.#parts = parts;
  }

  /** Something came in. */
  changed(): void {
    this.#isChanged = true;
  }

  /**
   * @param heardAt When the server last said something, ms since 1970.
   * @returns Whether what was kept is shown now.
   */
  async follow({ state }: Connection, heardAt: number): Promise<boolean> {
    const { engine } = this.#parts;
    const wasLive = this.#isLive;
    this.#isLive = state === 'live';
    if (this.#isLive) engine.setLastKnown(null);
    else if (wasLive) engine.setLastKnown({ at: heardAt, missing: 0 });
    return state === 'waiting' && this.show();
  }

  /** Shows what was kept, unless something newer is there. @returns Whether it did. */
  async show(): Promise<boolean> {
    const { engine, book, userId } = this.#parts;
    if (engine.isLoaded || userId === null) return false;
    const kept = await book.fleet(userId);
    // The server may have answered meanwhile.
    if (kept === null || engine.isLoaded) return false;
    engine.load(kept.devices, kept.positions);
    engine.setLastKnown({ at: kept.at, missing: kept.missing });
    return true;
  }

  /** Writes down what is shown, when it is live and something changed. */
  async keep(heardAt: number): Promise<void> {
    const { engine, book, userId } = this.#parts;
    if (userId === null || !this.#isLive || !this.#isChanged) return;
    this.#isChanged = false;
    await book.keepFleet(userId, { at: heardAt, ...engine.newest(MOST_KEPT) });
  }
}
