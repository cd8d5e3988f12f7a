import { rounded } from './print-figure.ts';
import type { Reading } from './report-readings.ts';
import type { Side } from './two-stores.ts';

/** Of each side before anything is measured: both compile, and open their connections. */
const WARM_ROUNDS = 3;

/** One reading of both sides: medians of milliseconds, and the median of how many times the one takes what the other takes. */
export interface PairedFigure {
  readonly sqliteMs: number;
  readonly postgresMs: number;
  readonly times: number;
  /** Lengths of both answers must be the same. */
  readonly length: number;
}

/** Takes both in turns: what else the machine does then falls on both. @param rounds Of them, after some that do not count. */
export async function pairedFigure(
  [sqlite, postgres]: readonly [Side, Side],
  read: Reading,
  rounds: number,
): Promise<PairedFigure> {
  const pairs: { readonly sqlite: number; readonly postgres: number }[] = [];
  let length = 0;
  for (let round = -WARM_ROUNDS; round < rounds; round++) {
    const order = round % 2 === 0 ? [sqlite, postgres] : [postgres, sqlite];
    const found = new Map<Side, { readonly ms: number; readonly length: number }>();
    for (const side of order) {
      const began = performance.now();
      const came = await read(side, round + WARM_ROUNDS);
      found.set(side, { ms: performance.now() - began, length: came });
    }
    const [a, b] = [found.get(sqlite), found.get(postgres)];
    if (a?.length !== b?.length || !a || !b)
      throw new Error(
        `Cannot compare: ${String(a?.length)} came of files, ${String(b?.length)} of PostgreSQL`,
      );
    length = a.length;
    if (round >= 0) pairs.push({ sqlite: a.ms, postgres: b.ms });
  }
  return {
    sqliteMs: rounded(median(pairs.map((pair) => pair.sqlite)), 2),
    postgresMs: rounded(median(pairs.map((pair) => pair.postgres)), 2),
    times: rounded(median(pairs.map((pair) => pair.postgres / pair.sqlite)), 2),
    length,
  };
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
