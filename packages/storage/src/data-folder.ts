import { existsSync, mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { StorageError } from './storage-error.ts';

/**
 * Makes a folder, and those above it that are missing, for this user alone.
 * @throws StorageError UNAVAILABLE when that is not possible.
 */
export function makeFolder(folder: string): void {
  const missing: string[] = [];
  for (let at = resolve(folder); !existsSync(at); at = dirname(at)) missing.unshift(at);
  try {
    // One by one: where the system makes nothing (/proc), asking for all at once never comes back.
    for (const each of missing) mkdirUnlessThere(each);
    if (missing.length === 0) mkdirSync(folder, { recursive: true }); // Distinguishes a file from a folder.
  } catch (cause) {
    throw new StorageError(`create the data folder ${folder}`, 'UNAVAILABLE', { cause });
  }
}

function mkdirUnlessThere(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Two programs may start at once.
    const isThere = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    if (!isThere) throw error;
  }
}
