import { existsSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DatabaseThread } from '../sqlite/database-thread.ts';
import { StorageError } from '../storage-error.ts';
import { hasTable } from './files-pages.ts';
import { filledTable, MOVING } from './files-writes.ts';
import type { MovedStore, MovedStoreName, MoveSource, MoveTarget } from './moved-store.ts';
import { EXTENSION_TABLES, TRACKER_TABLES } from './moved-tables.ts';

const FILES: Readonly<Record<MovedStoreName, string>> = {
  tracker: 'rastro.sqlite',
  extension: 'extension.sqlite',
};
export const tablesOf = (store: MovedStoreName): MovedStore['tables'] =>
  store === 'tracker' ? TRACKER_TABLES : EXTENSION_TABLES;

/** Path of a store in a data folder. */
export const fileOf = (folder: string, store: MovedStoreName): string => join(folder, FILES[store]);

/**
 * A store in files, which are only read. Hold the folder meanwhile.
 * @param acceptsLoss Goes on without what cannot be read.
 * @throws StorageError UNFINISHED when an older version wrote it or a move into it did not end, LOST, TOO_NEW.
 */
export async function openFilesSource(
  folder: string,
  store: MovedStoreName,
  acceptsLoss: boolean,
): Promise<MoveSource> {
  const path = fileOf(folder, store);
  const removeMade = unlessThere(path);
  const thread = await DatabaseThread.open(path, 'moveSource', { acceptsLoss });
  return {
    tables: tablesOf(store),
    page: ({ kind }, from) => thread.call('page', kind, from),
    estimate: ({ kind }) => thread.call('estimate', kind),
    counters: () => thread.call('counters'),
    identity: await thread.call('identity'),
    async close() {
      await thread.close();
      removeMade();
    },
  };
}

/** A reader makes a log and its index, and leaves them. @returns removes them, unless they were there. */
function unlessThere(path: string): () => void {
  const log = `${path}-wal`;
  const made = [log, `${path}-shm`].filter((each) => !existsSync(each));
  return () => {
    if (existsSync(log) && statSync(log).size > 0) return;
    for (const each of made) rmSync(each, { force: true });
  };
}

/**
 * A store in files that is filled. Hold the folder meanwhile.
 * @throws StorageError UNFINISHED when it has data that were not moved.
 */
export async function openFilesTarget(folder: string, store: MovedStoreName): Promise<MoveTarget> {
  const path = fileOf(folder, store);
  requireEmpty(path, store);
  // What was stored last before a loss of power may be missing, and so is its record of progress.
  const thread = await DatabaseThread.open(path, 'moveTarget', { isCache: true });
  try {
    return {
      tables: tablesOf(store),
      page: ({ kind }, from) => thread.call('page', kind, from),
      estimate: ({ kind }) => thread.call('estimate', kind),
      counters: () => thread.call('counters'),
      movedFrom: await thread.call('movedFrom'),
      begin: (identity) => thread.call('begin', identity),
      progress: async () => new Map(await thread.call('progress')),
      write: ({ kind }, rows, progress, isFirst) => thread.call('write', kind, rows, progress, isFirst),
      note: async ({ kind }, progress) => void (await thread.call('note', kind, progress)),
      setCounters: (counters) => thread.call('setCounters', counters),
      settle: () => thread.call('settle'),
      finish: () => thread.call('finish'),
      close: () => thread.close(),
    };
  } catch (error) {
    await thread.close();
    throw error;
  }
}

/** Changes nothing, not even the version of a database that is not to be filled. */
function requireEmpty(path: string, store: MovedStoreName): void {
  if (!existsSync(path) || statSync(path).size === 0) return;
  const removeMade = unlessThere(path);
  const db = new DatabaseSync(path, { readOnly: true, timeout: 5000 });
  const filled = hasTable(db, MOVING) ? null : filledTable(db, tablesOf(store));
  db.close();
  removeMade();
  if (filled !== null)
    throw new StorageError(`move into ${path}, which has data already (${filled})`, 'UNFINISHED');
}
