import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';

export type ArrayRow = readonly SQLOutputValue[];

/** A query whose rows come as lists: naming the columns of each of millions of rows costs more than reading them. */
export function arrayRows(
  db: DatabaseSync,
  sql: string,
): (...values: readonly (number | string)[]) => readonly ArrayRow[] {
  const statement = db.prepare(sql);
  statement.setReturnArrays(true);
  return (...values) => statement.all(...values) as unknown as ArrayRow[];
}
