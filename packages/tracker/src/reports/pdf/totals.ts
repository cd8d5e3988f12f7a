import type { Cell } from '../files/column.ts';
import type { LabelKey } from '../files/sheet-labels.ts';

type Aggregation = 'sum' | 'most';
/** Aggregation of a column's figures; a label that is not here has no total. */
const AGGREGATIONS: Partial<Readonly<Record<LabelKey, Aggregation>>> = {
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
export const aggregationOf = (label: LabelKey): Aggregation | null => AGGREGATIONS[label] ?? null;

/** Totals of the rows that were added: of those shown, as they are shown. */
export class Totals {
  readonly #aggregations: readonly (Aggregation | null)[];
  readonly #values: (number | null)[];
  rows = 0;

  /** @param aggregations Of the columns, in their order. */
  constructor(aggregations: readonly (Aggregation | null)[]) {
    this.#aggregations = aggregations;
    this.#values = aggregations.map(() => null);
  }

  add(cells: readonly Cell[]): void {
    this.rows++;
    for (const [i, aggregation] of this.#aggregations.entries()) {
      const cell = cells[i];
      if (aggregation === null || typeof cell !== 'number') continue;
      const now = this.#values[i] ?? null;
      this.#values[i] = now === null ? cell : aggregation === 'sum' ? now + cell : Math.max(now, cell);
    }
  }

  /** Null = nothing had a figure, or the column has no total. */
  at(column: number): number | null {
    return this.#values[column] ?? null;
  }
}
