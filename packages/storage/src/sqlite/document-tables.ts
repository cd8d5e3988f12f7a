import type { DatabaseSync } from 'node:sqlite';
import { DOCUMENT_KINDS } from '../records.ts';

/** Gives a kind that is new since the last start its table; a new kind needs no migration. */
export function openDocumentTables(db: DatabaseSync, kinds: readonly string[] = DOCUMENT_KINDS): void {
  for (const kind of kinds) {
    db.exec(`CREATE TABLE IF NOT EXISTS ${kind}_documents (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      key TEXT UNIQUE,
      body TEXT NOT NULL
    ) STRICT`);
  }
}
