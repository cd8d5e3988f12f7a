import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { isDamage } from '../sqlite/damage-channel.ts';
import { EXTENSION_MIGRATIONS } from '../sqlite/extension-migrations.ts';
import { MIGRATIONS } from '../sqlite/migrations.ts';
import { StorageError } from '../storage-error.ts';
import { hasTable } from './files-pages.ts';
import type { Counters, MovedStoreName } from './moved-store.ts';
import type { MovedTable } from './moved-table.ts';

/** @throws StorageError UNFINISHED when an older version of this program wrote the file, or it is a target itself. */
export function requireMovable(db: DatabaseSync, store: MovedStoreName, path: string): void {
  const known = (store === 'tracker' ? MIGRATIONS : EXTENSION_MIGRATIONS).length;
  const version = Number(db.prepare('PRAGMA user_version').get()?.['user_version']);
  if (version > known)
    throw new StorageError(
      `open a database of version ${version} with a program that knows ${known}`,
      'TOO_NEW',
    );
  if (version < known)
    throw new StorageError(
      `move ${path}: an older version of this program wrote it. Start this version once, and stop it`,
      'UNFINISHED',
    );
}

/** Another one for another database, and for the same once a server has opened it again. */
export function identityOfFile(db: DatabaseSync): string {
  const all = (sql: string): unknown => db.prepare(sql).all();
  const hash = createHash('sha256');
  for (const [table, sql] of [
    ['marks', 'SELECT name, instant FROM marks ORDER BY name'],
    ['sqlite_sequence', 'SELECT name, seq FROM sqlite_sequence ORDER BY name'],
    ['server_documents', 'SELECT id, version, body FROM server_documents ORDER BY id'],
    ['id_blocks', 'SELECT kind, next FROM id_blocks ORDER BY kind'],
    ['arrivals', 'SELECT min(seq), max(seq) FROM arrivals'],
  ] as const)
    if (hasTable(db, table)) hash.update(JSON.stringify(all(sql)));
  return hash.digest('hex').slice(0, 32);
}

/** Names of rows in `sqlite_sequence` are those of tables. */
export function countersOfFile(db: DatabaseSync, tables: readonly MovedTable[]): Counters {
  const counted = new Map(
    db
      .prepare('SELECT name, seq FROM sqlite_sequence')
      .all()
      .map((row) => [String(row['name']), Number(row['seq'])]),
  );
  const counters: Record<string, number> = {};
  for (const { kind, inFiles, hasCounter } of tables)
    if (hasCounter) counters[kind] = counted.get(inFiles) ?? 0;
  if (!hasTable(db, 'id_blocks')) return counters;
  const last = db.prepare(`SELECT max(
      coalesce((SELECT next - 1 FROM id_blocks WHERE kind = ?), 0), coalesce(?, 0)) AS id`);
  /** Where the table is damaged, blocks of ids say it alone. */
  const one = (sql: string): number => {
    try {
      return Number(db.prepare(sql).get()?.['id'] ?? 0);
    } catch (error) {
      if (!isDamage(error)) throw error;
      return 0;
    }
  };
  const positions = Math.max(
    one('SELECT max(id) AS id FROM positions'),
    one('SELECT max(last_id) AS id FROM arrivals'),
  );
  counters['position'] = Number(last.get('position', positions)?.['id']);
  counters['event'] = Number(last.get('event', one('SELECT max(id) AS id FROM events'))?.['id']);
  return counters;
}
