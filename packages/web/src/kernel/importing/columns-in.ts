import { foldText } from '@rastro/fleet';

/** Number of the column of a file for each of ours; absent = the file has none. */
export type ColumnsOfFile<C extends string> = Readonly<Partial<Record<C, number>>>;

/** Names of columns are found as our forms and templates write them, and as other programs often do. */
export function columnsIn<C extends string>(
  columns: readonly C[],
  header: readonly string[],
  namesOf: (column: C) => readonly string[],
): ColumnsOfFile<C> {
  const folded = header.map(foldText);
  const found: Partial<Record<C, number>> = {};
  const taken = new Set<number>();
  for (const column of columns) {
    const names = [column, ...namesOf(column)].map(foldText);
    const at = folded.findIndex((name, index) => names.includes(name) && !taken.has(index));
    if (at < 0) continue;
    found[column] = at;
    taken.add(at);
  }
  return found;
}
