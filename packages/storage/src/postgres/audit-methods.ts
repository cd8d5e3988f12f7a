import type { ActionSearch, AuditStorage } from '../audit-port.ts';
import { actionPages } from '../pages.ts';
import type { NewAction } from '../records.ts';
import { toAction } from '../rows/action-row.ts';
import { patternOf } from '../rows/values.ts';
import { Bound, columnsOf, whereAll } from './bound.ts';
import type { PostgresDatabase, Queries } from './postgres-database.ts';

/** The audit log. */
export const auditMethods = (db: PostgresDatabase): AuditStorage => ({
  appendActions: (actions) => appendActions(db, actions),
  actions: (query) =>
    actionPages(query, async (to, after, limit) => {
      const rows = await db.all(
        `SELECT * FROM actions WHERE action_time <= $1 AND (action_time, id) > ($2, $3)
         ORDER BY action_time, id LIMIT $4`,
        [to, after.actionTime, after.id, limit],
      );
      return rows.map(toAction);
    }),
  async searchActions(search) {
    const { sql, values } = searchSql(search);
    return (await db.all(sql, values)).map(toAction);
  },
  async forgetSubject(objectTypes, objectId) {
    await db.run(`UPDATE actions SET attributes = '{}' WHERE object_type = ANY($1) AND object_id = $2`, [
      objectTypes,
      objectId,
    ]);
  },
  async removeActionsBefore(instant) {
    await db.run('DELETE FROM actions WHERE action_time < $1', [instant]);
  },
});

/** In one statement, also within a transaction of whoever calls. */
export async function appendActions(queries: Queries, actions: readonly NewAction[]): Promise<void> {
  if (actions.length === 0) return;
  await queries.run(
    `INSERT INTO actions (action_time, address, user_id, action_type, object_type, object_id, attributes)
     SELECT * FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::text[], $5::text[], $6::bigint[], $7::text[])`,
    columnsOf(actions, (a) => [
      a.actionTime,
      a.address,
      a.userId,
      a.actionType,
      a.objectType,
      a.objectId,
      JSON.stringify(a.attributes),
    ]),
  );
}

/** Only the conditions that count, so that the index of the user or object is used. */
function searchSql(search: ActionSearch): { readonly sql: string; readonly values: readonly unknown[] } {
  const { from, to, isOldestFirst, after, limit } = search;
  const bound = new Bound();
  const equal = (column: string, value: string | number | null): string | null =>
    value === null ? null : `${column} = ${bound.of(value)}`;
  const pattern = search.text === null ? null : bound.of(patternOf(search.text));
  const searched = ['action_type', 'object_type', 'address', 'attributes'];
  const where = whereAll([
    `action_time BETWEEN ${bound.of(from)} AND ${bound.of(to)}`,
    equal('user_id', search.userId),
    equal('object_type', search.objectType),
    equal('object_id', search.objectId),
    equal('action_type', search.actionType),
    pattern && `(${searched.map((column) => `${column} ILIKE ${pattern}`).join(' OR ')})`,
    after &&
      `(action_time, id) ${isOldestFirst ? '>' : '<'} (${bound.of(after.actionTime)}, ${bound.of(after.id)})`,
  ]);
  const order = isOldestFirst ? 'action_time, id' : 'action_time DESC, id DESC';
  const sql = `SELECT * FROM actions ${where} ORDER BY ${order} LIMIT ${bound.of(limit)}`;
  return { sql, values: bound.values };
}
