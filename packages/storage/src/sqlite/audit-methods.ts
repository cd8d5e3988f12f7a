import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { ActionSearch } from '../audit-port.ts';
import type { Cursor } from '../cursor-port.ts';
import type { NewAction, StoredAction } from '../records.ts';
import { cursorWrite } from './cursor-write.ts';
import type { Lease } from '../lease-port.ts';
import { leaseCheck } from './lease-methods.ts';
import { inTransaction } from './in-transaction.ts';
import { toAction } from '../rows/action-row.ts';
import { patternOf } from '../rows/values.ts';

/** The audit log, and how far recurring tasks have come. */
export function auditReads(db: DatabaseSync) {
  const actionPage = db.prepare(
    `SELECT * FROM actions WHERE action_time <= ? AND (action_time, id) > (?, ?)
     ORDER BY action_time, id LIMIT ?`,
  );
  /** One per combination of filters, which are few. */
  const searches = new Map<string, StatementSync>();
  return {
    actionPage(
      to: number,
      after: { readonly actionTime: number; readonly id: number },
      limit: number,
    ): StoredAction[] {
      return actionPage.all(to, after.actionTime, after.id, limit).map(toAction);
    },
    searchActions(search: ActionSearch): StoredAction[] {
      const { sql, values } = searchSql(search);
      let statement = searches.get(sql);
      if (!statement) searches.set(sql, (statement = db.prepare(sql)));
      return statement.all(...values).map(toAction);
    },
    readCursor(name: string): number | null {
      const row = db.prepare('SELECT instant FROM marks WHERE name = ?').get(name);
      return row ? Number(row['instant']) : null;
    },
    cursorsByPrefix(prefix: string): Cursor[] {
      // The largest character there is ends the names of a prefix.
      const named = db.prepare(
        'SELECT name, instant FROM marks WHERE name >= ? AND name < ? || char(1114111)',
      );
      return named
        .all(prefix, prefix)
        .map((row) => ({ name: String(row['name']), instant: Number(row['instant']) }));
    },
  };
}

export function auditWrites(db: DatabaseSync) {
  const action =
    db.prepare(`INSERT INTO actions (action_time, address, user_id, action_type, object_type, object_id, attributes)
      VALUES (?, ?, ?, ?, ?, ?, ?)`);
  const removeActions = db.prepare('DELETE FROM actions WHERE action_time < ?');
  const forget = db.prepare(
    `UPDATE actions SET attributes = '{}'
     WHERE object_type IN (SELECT value FROM json_each(?)) AND object_id = ?`,
  );
  const moveCursor = cursorWrite(db);
  const requireLease = leaseCheck(db);
  const advance = db.prepare(
    `INSERT INTO marks VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET instant = excluded.instant
     WHERE excluded.instant > instant`,
  );
  /** For who is within a transaction already. */
  const appendAction = (a: NewAction): void => {
    const attributes = JSON.stringify(a.attributes);
    action.run(a.actionTime, a.address, a.userId, a.actionType, a.objectType, a.objectId, attributes);
  };
  return {
    appendAction,
    appendActions(actions: readonly NewAction[]): void {
      inTransaction(db, () => {
        for (const each of actions) appendAction(each);
      });
    },
    forgetSubject(objectTypes: readonly string[], objectId: number): void {
      forget.run(JSON.stringify(objectTypes), objectId);
    },
    removeActionsBefore(instant: number): void {
      removeActions.run(instant);
    },
    setCursor(name: string, instant: number, under?: Lease): void {
      inTransaction(db, () => {
        requireLease(under);
        moveCursor({ name, instant });
      });
    },
    advanceCursors: (cursors: readonly Cursor[]): boolean[] =>
      inTransaction(db, () => cursors.map(({ name, instant }) => advance.run(name, instant).changes > 0)),
  };
}

/** Only the conditions that count, so that the index of who or what is used. */
function searchSql(search: ActionSearch): {
  readonly sql: string;
  readonly values: readonly SQLInputValue[];
} {
  const { from, to, isOldestFirst, after, limit } = search;
  const text = search.text === null ? null : patternOf(search.text);
  const like = (column: string): string => `${column} LIKE ? ESCAPE '\\'`;
  const searched = ['action_type', 'object_type', 'address', 'attributes'];
  const conditions: readonly (readonly [sql: string, ...values: (SQLInputValue | null)[]])[] = [
    ['action_time BETWEEN ? AND ?', from, to],
    ['user_id = ?', search.userId],
    ['object_type = ?', search.objectType],
    ['object_id = ?', search.objectId],
    ['action_type = ?', search.actionType],
    [`(${searched.map(like).join(' OR ')})`, ...searched.map(() => text)],
    [`(action_time, id) ${isOldestFirst ? '>' : '<'} (?, ?)`, after?.actionTime ?? null, after?.id ?? null],
  ];
  const counting = conditions.filter(([, first]) => first !== null);
  const order = isOldestFirst ? 'action_time, id' : 'action_time DESC, id DESC';
  return {
    sql: `SELECT * FROM actions WHERE ${counting.map(([sql]) => sql).join(' AND ')} ORDER BY ${order} LIMIT ?`,
    values: [...counting.flatMap(([, ...values]) => values), limit],
  };
}
