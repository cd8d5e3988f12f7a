import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const PAGE_BYTES = 8192;

/** Overwrites the last leaf pages of a table with zeros. Nobody has the database open. */
export function damageTable(folder: string, table: string, pages: number): void {
  const path = join(folder, 'rastro.sqlite');
  const db = new DatabaseSync(path);
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  const leaves = db
    .prepare("SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY path DESC LIMIT ?")
    .all(table, pages);
  db.close();
  const file = openSync(path, 'r+');
  for (const { pageno } of leaves)
    writeSync(file, Buffer.alloc(PAGE_BYTES), 0, PAGE_BYTES, (Number(pageno) - 1) * PAGE_BYTES);
  closeSync(file);
}
