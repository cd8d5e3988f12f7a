import type { Aggregation, Cell } from '../files/column.ts';

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
