import type { Cursor, CursorListStorage, CursorStorage } from '../cursor-port.ts';
import { columnsOf } from './bound.ts';
import type { PostgresDatabase, Queries } from './postgres-database.ts';

/** Cursors of recurring tasks. */
export const cursorMethods = (db: PostgresDatabase): CursorStorage => ({
  async readCursor(name) {
    const [row] = await db.all('SELECT instant FROM cursors WHERE name = $1', [name]);
    return row ? Number(row['instant']) : null;
  },
  setCursor: (name, instant) => moveCursors(db, [{ name, instant }]),
});

/** The same, of one kind together. */
export const cursorListMethods = (db: PostgresDatabase): CursorListStorage => ({
  async cursorsByPrefix(prefix) {
    const rows = await db.all(
      'SELECT name, instant FROM cursors WHERE starts_with(name, $1) AND name >= $1 ORDER BY name',
      [prefix],
    );
    return rows.map((row) => ({ name: String(row['name']), instant: Number(row['instant']) }));
  },
  setCursors: (cursors) => moveCursors(db, cursors),
});

/** In one statement, also within a transaction of whoever calls. Of two of a name the last one counts. */
export async function moveCursors(queries: Queries, cursors: readonly Cursor[]): Promise<void> {
  if (cursors.length === 0) return;
  const last = [...new Map(cursors.map(({ name, instant }) => [name, instant]))];
  await queries.run(
    `INSERT INTO cursors SELECT * FROM unnest($1::text[], $2::bigint[]) AS moved (name, instant) ORDER BY name
     ON CONFLICT (name) DO UPDATE SET instant = excluded.instant`,
    columnsOf(last, (cursor) => cursor),
  );
}
