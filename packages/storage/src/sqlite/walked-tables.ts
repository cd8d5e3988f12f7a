import type { DatabaseSync } from 'node:sqlite';

/** A table as it is read from its first row to its last. */
export interface WalkedTable {
  readonly name: string;
  /** Columns that order its rows; `rowid` where it has no other order. */
  readonly key: readonly string[];
  /** Columns of any length: they may go on in pages of their own. */
  readonly long: readonly string[];
  /** Indexes of all of its rows, by plain columns. */
  readonly indexes: readonly { readonly name: string; readonly columns: readonly string[] }[];
}

/** Tables of a database, by its schema. */
export function walkedTables(db: DatabaseSync): readonly WalkedTable[] {
  const tables = db.prepare(
    "SELECT name, wr FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite%'",
  );
  const columns = db.prepare('SELECT name, type, pk FROM pragma_table_info(?) ORDER BY pk');
  const indexes = db.prepare("SELECT name FROM pragma_index_list(?) WHERE origin <> 'pk' AND partial = 0");
  const parts = db.prepare('SELECT name FROM pragma_index_info(?) ORDER BY seqno');
  const namesOf = (rows: readonly Record<string, unknown>[]): string[] =>
    rows.map((row) => String(row['name']));
  return tables.all().map((table) => {
    const name = String(table['name']);
    const all = columns.all(name);
    const ofKey = all.filter(({ pk }) => Number(pk) > 0);
    return {
      name,
      key: Number(table['wr']) === 1 ? namesOf(ofKey) : ['rowid'],
      long: namesOf(all.filter(({ type }) => type === 'TEXT' || type === 'BLOB')),
      indexes: namesOf(indexes.all(name)).map((index) => ({
        name: index,
        columns: namesOf(parts.all(index)),
      })),
    };
  });
}

/** A name in quotes. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
