import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { z } from 'zod';
import type { Cell } from '../files/column.ts';

const CHUNK_ROWS = 500;
const FAST = { level: 1 };
const chunkSchema = z.array(z.array(z.union([z.string(), z.number(), z.boolean(), z.null()])));
export type Rows = readonly (readonly Cell[])[];

/**
 * Rows between two passes: pages and totals are counted before the first page is drawn, and stored data may change
 * meanwhile. They are compact: a hundred thousand trips are about 3 MB.
 */
export class RowSpool {
  readonly #chunks: Uint8Array[] = [];
  #rows: (readonly Cell[])[] = [];

  add(row: readonly Cell[]): void {
    this.#rows.push(row);
    if (this.#rows.length === CHUNK_ROWS) this.#pack();
  }

  /** All rows, in their order. */
  *read(): Generator<readonly Cell[]> {
    if (this.#rows.length > 0) this.#pack();
    for (const chunk of this.#chunks) yield* chunkSchema.parse(JSON.parse(inflateRawSync(chunk).toString()));
  }

  #pack(): void {
    this.#chunks.push(deflateRawSync(JSON.stringify(this.#rows), FAST));
    this.#rows = [];
  }
}
