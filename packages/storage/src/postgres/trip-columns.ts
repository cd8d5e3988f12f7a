import type { SUM_COLUMNS } from '../rows/trip-codec.ts';

export const typeOf = (column: (typeof SUM_COLUMNS)[number]): string =>
  column === 'max_kmh' ? 'float8' : 'bigint';

/** A statement stores a row once: of several with the same first values the last one counts. */
export const lastOf = (
  rows: readonly (readonly unknown[])[],
  keys: number,
): readonly (readonly unknown[])[] => [
  ...new Map(rows.map((row) => [JSON.stringify(row.slice(0, keys)), row])).values(),
];
