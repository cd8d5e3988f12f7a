import type { DatabaseSync } from 'node:sqlite';
import type { Mark } from '../mark-port.ts';
import type { NewAction, StoredAction } from '../records.ts';
import { inTransaction } from './in-transaction.ts';
import { parsed } from './rows.ts';

/** The audit log, and how far recurring tasks have come. */
export function auditReads(db: DatabaseSync) {
  const actionPage = db.prepare(
    `SELECT * FROM actions WHERE action_time <= ? AND (action_time, id) > (?, ?)
     ORDER BY action_time, id LIMIT ?`,
  );
  return {
    actionPage(
      to: number,
      after: { readonly actionTime: number; readonly id: number },
      limit: number,
    ): StoredAction[] {
      return actionPage.all(to, after.actionTime, after.id, limit).map((row) => ({
        id: Number(row['id']),
        actionTime: Number(row['action_time']),
        address: String(row['address']),
        userId: Number(row['user_id']),
        actionType: String(row['action_type']),
        objectType: String(row['object_type']),
        objectId: Number(row['object_id']),
        attributes: parsed(row['attributes']),
      }));
    },
    mark(name: string): number | null {
      const row = db.prepare('SELECT instant FROM marks WHERE name = ?').get(name);
      return row ? Number(row['instant']) : null;
    },
    marksBelow(prefix: string): Mark[] {
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
  const mark = db.prepare('INSERT OR REPLACE INTO marks VALUES (?, ?)');
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
    removeActionsBefore(instant: number): void {
      removeActions.run(instant);
    },
    setMark(name: string, instant: number): void {
      mark.run(name, instant);
    },
    setMarks(marks: readonly Mark[]): void {
      inTransaction(db, () => {
        for (const { name, instant } of marks) mark.run(name, instant);
      });
    },
  };
}
