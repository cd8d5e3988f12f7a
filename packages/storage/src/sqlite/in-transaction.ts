import type { DatabaseSync } from 'node:sqlite';

/** Old rows removed by one call: positions must not wait for a whole month of a log to go. */
export const REMOVED_AT_ONCE = 5000;

/** All or nothing. */
export function inTransaction<T>(db: DatabaseSync, work: () => T): T {
  db.exec('BEGIN IMMEDIATE');
  try {
    const value = work();
    db.exec('COMMIT');
    return value;
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}
