import type { DatabaseSync } from 'node:sqlite';

/** All or nothing. */
export const inTransaction = <T>(db: DatabaseSync, work: () => T): T => within(db, 'BEGIN IMMEDIATE', work);

/** All reads see one state; within a transaction, that of it. */
export const inOneState = <T>(db: DatabaseSync, read: () => T): T =>
  db.isTransaction ? read() : within(db, 'BEGIN', read);

function within<T>(db: DatabaseSync, begin: string, work: () => T): T {
  db.exec(begin);
  try {
    const value = work();
    db.exec('COMMIT');
    return value;
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}
