import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DATABASE_NAMES, RESTORING } from '../database-names.ts';
import { StorageError } from '../storage-error.ts';
import { arrivalReads } from './arrival-reads.ts';
import { holdFolder } from './hold-folder.ts';
import { isTooNew, wholeCheck } from './whole-check.ts';

export interface Restore {
  readonly from: string;
  readonly to: string;
  /** Sets aside what is there. */
  readonly replace: boolean;
  readonly onStep: (step: string) => void;
}
export interface Restored {
  /** Folder of the data that were there before; null = there were none. */
  readonly setAside: string | null;
  /** The newest message of a device, or else the newest line of the audit log, in milliseconds; null = there is neither. */
  readonly newest: number | null;
}

/** Belongs to the process that restores. */
const LOCK = /^in-use\.lock/;
const SQLITE_BUSY = 5;

/**
 * Restores a backup into a data folder that nobody uses. The backup is checked before, and what came of it after. What
 * was there is moved into a folder of its own; nothing is deleted. A start in the middle of it stops.
 * @throws StorageError UNAVAILABLE with what prevents it; IN_USE; TOO_NEW.
 */
export function restoreFolder({ from, to, replace, onStep }: Restore): Restored {
  const names = DATABASE_NAMES.filter((name) => existsSync(join(from, name)));
  if (names.length === 0) throw new StorageError(`find a backup in ${from}`, 'UNAVAILABLE');
  if (`${resolve(from)}${sep}`.startsWith(`${resolve(to)}${sep}`))
    throw new StorageError(`restore ${from}, which is in the data folder itself`, 'UNAVAILABLE');
  onStep('checking the backup');
  for (const name of names) {
    requireSound(from, name);
    if (isTooNew(join(from, name))) throw new StorageError(`restore ${join(from, name)}`, 'TOO_NEW');
  }
  const held = holdFolder(to);
  try {
    requireUnused(to);
    rmSync(join(to, RESTORING), { recursive: true, force: true });
    const former = readdirSync(to).filter((name) => !LOCK.test(name) && !name.startsWith(SET_ASIDE));
    if (former.length > 0 && !replace)
      throw new StorageError(
        `restore into ${to}, which is not empty: --replace sets aside what is there`,
        'UNAVAILABLE',
      );
    onStep('copying');
    const arriving = join(to, RESTORING);
    cpSync(from, arriving, { recursive: true, filter: (path) => !LOCK.test(path.slice(from.length + 1)) });
    onStep('checking the copy');
    for (const name of names) requireSound(arriving, name);
    const setAside = former.length === 0 ? null : join(to, `${SET_ASIDE}${stamp()}`);
    if (setAside !== null) move(to, setAside, former);
    move(arriving, to, readdirSync(arriving));
    rmSync(arriving, { recursive: true });
    return { setAside, newest: newestIn(to) };
  } finally {
    held.release();
  }
}

/** Begins the names of folders with data that a restored backup has replaced. */
export const SET_ASIDE = 'before-restore-';
const stamp = (): string => new Date().toISOString().slice(0, 19).replaceAll(':', '-');

function move(from: string, to: string, names: readonly string[]): void {
  mkdirSync(to, { recursive: true, mode: 0o700 });
  for (const name of names) renameSync(join(from, name), join(to, name));
}

function requireSound(folder: string, name: string): void {
  const [complaint] = wholeCheck(join(folder, name));
  if (complaint !== undefined)
    throw new StorageError(`restore ${join(folder, name)}, which is damaged (${complaint})`, 'UNAVAILABLE');
}

/** In front of another tracking server nobody holds the folder: its processes share the database. */
function requireUnused(folder: string): void {
  for (const name of DATABASE_NAMES) {
    const path = join(folder, name);
    if (!existsSync(path)) continue;
    let db: DatabaseSync | null = null;
    try {
      db = new DatabaseSync(path);
      db.exec('PRAGMA locking_mode = EXCLUSIVE');
      db.prepare('SELECT count(*) FROM sqlite_schema').get();
    } catch (cause) {
      const isBusy = cause instanceof Error && 'errcode' in cause && cause.errcode === SQLITE_BUSY;
      if (isBusy) throw new StorageError(`use the data folder ${folder}`, 'IN_USE', { cause });
    } finally {
      db?.close(); // Whatever else is wrong with it: it is set aside.
    }
  }
}

function newestIn(folder: string): number | null {
  const queries: readonly (readonly [string, string])[] = [
    ['rastro.sqlite', 'SELECT max(last_update) AS newest FROM device_states'],
    ['rastro.sqlite', 'SELECT max(action_time) AS newest FROM actions'],
    ['extension.sqlite', 'SELECT max(action_time) AS newest FROM actions'],
  ];
  const found = queries.flatMap(([name, sql]) => {
    if (!existsSync(join(folder, name))) return [];
    const db = new DatabaseSync(join(folder, name), { readOnly: true });
    try {
      const newest = db.prepare(sql).get()?.['newest'];
      const arrived = name === 'rastro.sqlite' ? newestArrival(db) : null;
      return [newest, arrived].filter((time) => typeof time === 'number');
    } finally {
      db.close();
    }
  });
  return found.length === 0 ? null : Math.max(...found);
}

/** The newest message whose state is not in its table yet. */
function newestArrival(db: DatabaseSync): number | null {
  const hasTable = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'arrivals'").get() !== undefined;
  if (!hasTable) return null; // A backup of an older version.
  let newest: number | null = null;
  for (const [, , lastUpdate] of arrivalReads(db).states().values())
    if (lastUpdate !== null && lastUpdate > (newest ?? -Infinity)) newest = lastUpdate;
  return newest;
}
