import type { DatabaseSync } from 'node:sqlite';

/** Old rows removed by one call: positions must not wait for a whole month of a log to go. */
export const REMOVED_AT_ONCE = 5000;

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
