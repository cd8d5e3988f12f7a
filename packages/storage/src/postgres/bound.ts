/** Values of a statement that is put together: each gets the next number. */
export class Bound {
  readonly values: unknown[] = [];

  /** The value's place in the text, `$1` for the first. */
  of(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}

/** Conditions that all hold. */
export const whereAll = (conditions: readonly (string | null)[]): string => {
  const counting = conditions.filter((each) => each !== null);
  return counting.length === 0 ? '' : `WHERE ${counting.join(' AND ')}`;
};

/** Rows as one array for each column, as `unnest` takes them. */
export function columnsOf<T>(rows: readonly T[], read: (row: T) => readonly unknown[]): unknown[][] {
  const columns: unknown[][] = [];
  for (const row of rows) for (const [at, value] of read(row).entries()) (columns[at] ??= []).push(value);
  return columns;
}
