import type { DatabaseSync } from 'node:sqlite';
import type { Cursor } from '../cursor-port.ts';

/** Moves the cursor of a job, within the transaction of whoever calls. */
export function cursorWrite(db: DatabaseSync): (cursor: Cursor) => void {
  const move = db.prepare('INSERT OR REPLACE INTO marks VALUES (?, ?)');
  return ({ name, instant }) => {
    move.run(name, instant);
  };
}
