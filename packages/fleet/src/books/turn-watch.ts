import { BookFold } from './book-fold.ts';
import type { BookPoint } from './book-piece.ts';
import type { TurnRecord } from './book-record.ts';
import type { BookSettings } from './book-settings.ts';
import { isSame } from './mark.ts';

/** A trip began or ended: at its own first or last record, which may lie a while back. */
export interface Turn {
  readonly kind: 'began' | 'ended';
  readonly at: BookPoint;
}

/**
 * Tells trips as soon as the books can know them: the same fold, record by record, without its sums. What it tells
 * the books have, unless records come late.
 */
export class TurnWatch {
  readonly #fold: BookFold;
  readonly #clockAheadMs: number;

  private constructor(fold: BookFold, settings: BookSettings) {
    this.#fold = fold;
    this.#clockAheadMs = settings.clockAheadS * 1000;
    fold.stopCounting();
  }

  static start(settings: BookSettings): TurnWatch {
    return new TurnWatch(BookFold.start(settings), settings);
  }
  /** Goes on from the text of a watch, or of the books themselves. Null = it is none. */
  static from(text: string, settings: BookSettings): TurnWatch | null {
    try {
      return new TurnWatch(BookFold.from(text, settings), settings);
    } catch {
      // Written by another version: who goes on without it misses one turn at most.
      return null;
    }
  }

  /** Null = it has seen nothing. */
  get key(): BookFold['key'] {
    return this.#fold.key;
  }

  /** A trip is under way. */
  get isOnTrip(): boolean {
    return this.#fold.tripUnderWay !== null;
  }

  /** @param record One that does not come after all others, or whose clock is not believed, says nothing. */
  add(record: TurnRecord): readonly Turn[] {
    const fold = this.#fold;
    if (!fold.isNext(record) || record.time > record.serverTime + this.#clockAheadMs) return [];
    let open = fold.tripUnderWay;
    const turns: Turn[] = [];
    const began = (at: BookPoint): void => {
      if (open === null || !isSame(open, at)) turns.push({ kind: 'began', at });
      open = at;
    };
    fold.add(record);
    for (const { kind, stretch, end, ended } of fold.take()) {
      if (kind !== 'trip') continue;
      began(stretch);
      if (ended === null) continue;
      turns.push({ kind: 'ended', at: end });
      open = null;
    }
    if (fold.tripUnderWay !== null) began(fold.tripUnderWay);
    fold.forgetSums();
    return turns;
  }

  /** Some hundred letters; equal texts go on equally. */
  state(): string {
    return this.#fold.packed();
  }
}
