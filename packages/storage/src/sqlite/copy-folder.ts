import { cpSync, existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makeFolder } from '../data-folder.ts';
import { StorageError } from '../storage-error.ts';
import { restrictToOwner } from './private-file.ts';

const IS_DATABASE = /\.sqlite$/;
/** They belong to the process that runs, or are set aside, and belong to no copy. */
const IS_OF_A_PROCESS =
  /\.sqlite-(wal|shm|journal|number)$|\.lock(-journal)?$|^integrity\.json$|^before-restore-/;

/**
 * Copies a data folder while the product uses it: each database as of one instant, with everything acknowledged before;
 * then pictures and the like. It blocks nothing.
 * @param onCopied Called for each entry of the folder with its size in bytes (0 for a folder).
 * @throws StorageError UNAVAILABLE when there is nothing to copy, when the new folder is not empty or cannot be
 * written, or when a copy is not sound. The copy is then removed.
 */
export function copyFolder(from: string, to: string, onCopied: (name: string, bytes: number) => void): void {
  if (!existsSync(join(from, 'rastro.sqlite')) && !existsSync(join(from, 'extension.sqlite')))
    throw new StorageError(`find the data in ${from}`, 'UNAVAILABLE');
  if (`${resolve(to)}${sep}`.startsWith(`${resolve(from)}${sep}`))
    throw new StorageError(`copy into the data folder itself (${to})`, 'UNAVAILABLE');
  makeFolder(to);
  if (readdirSync(to).length > 0)
    throw new StorageError(`copy into ${to}, which is not empty`, 'UNAVAILABLE');
  try {
    const names = readdirSync(from).filter((name) => !IS_OF_A_PROCESS.test(name));
    // Files are written before the rows that name them: databases first, and no row lacks its file.
    const databases = names.filter((name) => IS_DATABASE.test(name));
    for (const name of databases) onCopied(name, copyDatabase(join(from, name), join(to, name)));
    for (const name of names.filter((each) => !databases.includes(each))) {
      cpSync(join(from, name), join(to, name), { recursive: true });
      onCopied(name, 0);
    }
  } catch (cause) {
    for (const name of readdirSync(to)) rmSync(join(to, name), { recursive: true, force: true });
    throw new StorageError(`copy ${from} to ${to}`, 'UNAVAILABLE', { cause });
  }
}

function copyDatabase(from: string, to: string): number {
  restrictToOwner(to);
  const source = new DatabaseSync(from, { timeout: 5000 });
  try {
    source.prepare('VACUUM INTO ?').run(to);
  } finally {
    source.close();
  }
  const copy = new DatabaseSync(to);
  try {
    const verdict = copy.prepare('PRAGMA quick_check(1)').get()?.['quick_check'];
    if (verdict !== 'ok') throw new Error(`the copy is not sound: ${String(verdict)}`);
  } finally {
    copy.close();
  }
  return statSync(to).size;
}
