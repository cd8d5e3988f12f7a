import type { DatabaseSync } from 'node:sqlite';
import { StorageError } from '../storage-error.ts';
import { publishDamage } from './damage-channel.ts';
import { WatchedDatabase } from './watched-database.ts';

export interface ReadOnlyDatabase {
  readonly db: DatabaseSync;
  /** Runs a read and converts errors of the database into those of the port. */
  readonly answered: <T>(read: () => T) => T;
}

/** @throws StorageError UNAVAILABLE when the file cannot be opened. */
export function openReadOnly(path: string, cacheKib: number): ReadOnlyDatabase {
  let db: DatabaseSync;
  try {
    db = new WatchedDatabase(path, { readOnly: true, timeout: 5000 });
    db.exec(`PRAGMA cache_size = -${cacheKib}`);
  } catch (cause) {
    throw new StorageError(`open ${path}`, 'UNAVAILABLE', { cause });
  }
  return {
    db,
    answered(read) {
      try {
        return read();
      } catch (cause) {
        publishDamage(path, cause);
        throw new StorageError('read the store', db.isOpen ? 'UNAVAILABLE' : 'CLOSED', { cause });
      }
    },
  };
}
