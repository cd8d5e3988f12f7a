import type { Cell } from '../column.ts';
import type { Word } from '../sheet-words.ts';

type Way = 'sum' | 'most';
/** How the figures of a column become one; what is not named here has no total. */
const WAYS: Partial<Readonly<Record<Word, Way>>> = {
  duration: 'sum',
  minutes: 'sum',
  distance: 'sum',
  fuel: 'sum',
  fuelByRate: 'sum',
  cost: 'sum',
  engineHours: 'sum',
  moving: 'sum',
  stopped: 'sum',
  silentTime: 'sum',
  idle: 'sum',
  overspeed: 'sum',
  drives: 'sum',
  speedings: 'sum',
  filled: 'sum',
  drained: 'sum',
  maxSpeed: 'most',
};
export const wayOf = (word: Word): Way | null => WAYS[word] ?? null;

/** Totals of the rows that were added: of those shown, as they are shown. */
export class Totals {
  readonly #ways: readonly (Way | null)[];
  readonly #values: (number | null)[];
  rows = 0;

  /** @param ways Of the columns, in their order. */
  constructor(ways: readonly (Way | null)[]) {
    this.#ways = ways;
    this.#values = ways.map(() => null);
  }

  add(cells: readonly Cell[]): void {
    this.rows++;
    for (const [i, way] of this.#ways.entries()) {
      const cell = cells[i];
      if (way === null || typeof cell !== 'number') continue;
      const now = this.#values[i] ?? null;
      this.#values[i] = now === null ? cell : way === 'sum' ? now + cell : Math.max(now, cell);
    }
  }

  /** Null = nothing had a figure, or the column has no total. */
  at(column: number): number | null {
    return this.#values[column] ?? null;
  }
}
