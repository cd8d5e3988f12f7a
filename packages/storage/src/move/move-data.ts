import { existsSync } from 'node:fs';
import { holdFolder } from '../sqlite/hold-folder.ts';
import { StorageError } from '../storage-error.ts';
import { moveStore, type MoveOutcome, type MoveStep } from './move-store.ts';
import type { MovedStoreName, MoveSource, MoveTarget } from './moved-store.ts';
import { fileOf, openFilesSource, openFilesTarget } from './open-files.ts';
import { openServerSource, openServerTarget } from './open-server.ts';

export interface DataMove {
  readonly folder: string;
  readonly databaseUrl: string;
  readonly to: 'files' | 'server';
  readonly stores: readonly MovedStoreName[];
  /** Goes on without what cannot be read in files. */
  readonly acceptsLoss: boolean;
  readonly onStep: (store: MovedStoreName, step: MoveStep) => void;
}
export interface MovedData {
  readonly outcomes: ReadonlyMap<MovedStoreName, MoveOutcome>;
  /** The target can be used: both have the same. */
  readonly isFinished: boolean;
}

interface Opened {
  readonly source: MoveSource;
  readonly target: MoveTarget;
}

/**
 * Moves all data of an installation between files and a database server. What they are moved from is not changed. A move
 * that was ended, in whatever way, goes on where it was.
 * @throws StorageError IN_USE while a server or another move works on either; UNFINISHED with what prevents it; DAMAGED
 * where something cannot be read; whatever aborts the signal.
 */
export async function moveData(move: DataMove, signal: AbortSignal): Promise<MovedData> {
  const { folder, stores, to, onStep } = move;
  if (to === 'server')
    for (const store of stores)
      if (!existsSync(fileOf(folder, store)))
        throw new StorageError(`find ${fileOf(folder, store)}`, 'UNFINISHED');
  const held = holdFolder(folder);
  const opened = new Map<MovedStoreName, Opened>();
  const outcomes = new Map<MovedStoreName, MoveOutcome>();
  try {
    for (const store of stores) opened.set(store, await openBoth(move, store));
    for (const [store, both] of opened)
      outcomes.set(store, await moveStore({ ...both, onStep: (step) => onStep(store, step) }, signal));
    const isFinished = [...outcomes.values()].every(
      ({ differences, behind }) => differences.length + behind.length === 0,
    );
    // The store that servers open first is the last one: until then they open none.
    if (isFinished) for (const { target } of [...opened.values()].toReversed()) await target.finish();
    return { outcomes, isFinished };
  } finally {
    for (const { source, target } of opened.values()) {
      await target.close();
      await source.close();
    }
    held.release();
  }
}

async function openBoth(
  { folder, databaseUrl, to, acceptsLoss }: DataMove,
  store: MovedStoreName,
): Promise<Opened> {
  const source = await (to === 'server'
    ? openFilesSource(folder, store, acceptsLoss)
    : openServerSource(databaseUrl, store));
  try {
    const target = await (to === 'server'
      ? openServerTarget(databaseUrl, store)
      : openFilesTarget(folder, store));
    return { source, target };
  } catch (error) {
    await source.close();
    throw error;
  }
}
