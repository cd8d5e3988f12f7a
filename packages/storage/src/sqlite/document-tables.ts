import type { DatabaseSync } from 'node:sqlite';
import { DOCUMENT_KINDS } from '../records.ts';

/**
 * Gives a kind that is new since the last start its table; a new kind needs no migration. Tables of former versions get
 * a version for each document: those versions go on reading and writing them.
 */
export function openDocumentTables(db: DatabaseSync, kinds: readonly string[] = DOCUMENT_KINDS): void {
  const hasVersions = db.prepare("SELECT 1 FROM pragma_table_info(?) WHERE name = 'version'");
  for (const kind of kinds) {
    db.exec(`CREATE TABLE IF NOT EXISTS ${kind}_documents (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      key TEXT UNIQUE,
      body TEXT NOT NULL,
      version INTEGER NOT NULL DEFAULT 1
    ) STRICT`);
    if (!hasVersions.get(`${kind}_documents`))
      db.exec(`ALTER TABLE ${kind}_documents ADD COLUMN version INTEGER NOT NULL DEFAULT 1`);
  }
}
