import type { Cursor, CursorListStorage, CursorStorage } from '../cursor-port.ts';
import { columnsOf } from './bound.ts';
import { requireLease } from './lease-methods.ts';
import type { PostgresDatabase, Queries } from './postgres-database.ts';

/** Cursors of recurring tasks. */
export const cursorMethods = (db: PostgresDatabase): CursorStorage => ({
  async readCursor(name) {
    const [row] = await db.all('SELECT instant FROM cursors WHERE name = $1', [name]);
    return row ? Number(row['instant']) : null;
  },
  setCursor: (name, instant, under) =>
    db.transaction(async (queries) => {
      await requireLease(queries, under);
      await moveCursors(queries, [{ name, instant }]);
    }),
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
  async advanceCursors(cursors) {
    const rows = await db.all(
      `INSERT INTO cursors SELECT * FROM unnest($1::text[], $2::bigint[]) AS moved (name, instant) ORDER BY name
       ON CONFLICT (name) DO UPDATE SET instant = excluded.instant WHERE excluded.instant > cursors.instant
       RETURNING name`,
      columnsOf(cursors, ({ name, instant }) => [name, instant]),
    );
    const moved = new Set(rows.map((row) => String(row['name'])));
    return cursors.map(({ name }) => moved.has(name));
  },
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
