import type { DatabaseSync, SQLInputValue, SQLOutputValue } from 'node:sqlite';

export type ArrayRow = readonly SQLOutputValue[];

/**
 * A query whose rows come as lists: naming the columns of each of millions of rows costs more than reading them.
 * @param ofAnySize Whole numbers come as BigInt: one beyond 2^53 is an error otherwise.
 */
export function arrayRows(
  db: DatabaseSync,
  sql: string,
  ofAnySize = false,
): (...values: readonly SQLInputValue[]) => readonly ArrayRow[] {
  const statement = db.prepare(sql);
  statement.setReturnArrays(true);
  statement.setReadBigInts(ofAnySize);
  return (...values) => statement.all(...values) as unknown as ArrayRow[];
}
