import { DatabaseSync } from 'node:sqlite';
import { isDamage } from './damage-channel.ts';
import { EXTENSION_MIGRATIONS } from './extension-migrations.ts';
import { MIGRATIONS } from './migrations.ts';

const MOST_LINES = 100;

/**
 * Lets SQLite check a whole database that nobody writes. @returns what is wrong, in its words; empty = nothing.
 * @throws the error of SQLite when the file cannot be read for another reason.
 */
export function wholeCheck(path: string): readonly string[] {
  try {
    const db = new DatabaseSync(path, { readOnly: true, timeout: 5000 });
    try {
      const lines = db.prepare(`PRAGMA integrity_check(${MOST_LINES})`).all();
      const texts = lines.map((line) => String(line['integrity_check']));
      return texts[0] === 'ok' ? [] : texts;
    } finally {
      db.close();
    }
  } catch (error) {
    if (!isDamage(error)) throw error;
    return [error.message];
  }
}

/** True when a newer program wrote a database. */
export function isTooNew(path: string): boolean {
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    const version = Number(db.prepare('PRAGMA user_version').get()?.['user_version']);
    return version > (path.endsWith('extension.sqlite') ? EXTENSION_MIGRATIONS : MIGRATIONS).length;
  } finally {
    db.close();
  }
}
