import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makeFolder } from '../data-folder.ts';
import { StorageError } from '../storage-error.ts';
import { restrictToOwner } from './private-file.ts';

/** Another program that ends just now may take this long. */
const PATIENCE_MS = 1500;

/** A folder that belongs to this process until it is released or the process ends, in whatever way. */
export interface HeldFolder {
  release(): void;
}

/**
 * Keeps every other process out: two that serve one folder would each remember what the other changes.
 * @throws StorageError IN_USE when another process holds it, UNAVAILABLE when it cannot be written.
 */
export function holdFolder(folder: string): HeldFolder {
  makeFolder(folder);
  let lock: DatabaseSync | null = null;
  try {
    // A lock of SQLite is a lock of the operating system: it ends with the process, also after `kill -9`.
    const path = join(folder, 'in-use.lock');
    restrictToOwner(path);
    lock = new DatabaseSync(path, { timeout: PATIENCE_MS });
    lock.exec('BEGIN EXCLUSIVE');
  } catch (cause) {
    lock?.close();
    const isHeld = cause instanceof Error && 'errcode' in cause && cause.errcode === SQLITE_BUSY;
    throw new StorageError(`use the data folder ${folder}`, isHeld ? 'IN_USE' : 'UNAVAILABLE', { cause });
  }
  const held = lock;
  return {
    release: () => {
      if (held.isOpen) held.close();
    },
  };
}

const SQLITE_BUSY = 5;
