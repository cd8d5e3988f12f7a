import { Worker } from 'node:worker_threads';
import { storedTablesPath } from './stored-tables.ts';
import type { TownTables } from './town-tables.ts';
import { Towns } from './towns.ts';

let loading: Promise<Towns> | null = null;
let loaded: Towns | null = null;

/**
 * Reads the list in a thread that ends afterwards: parsing it takes a second and 150 MB, the tables 5 MB. Once a process;
 * the next one finds the tables where Node keeps compiled code.
 */
export function loadTowns(): Promise<Towns> {
  loading ??= readTables().then(
    (tables) => (loaded = new Towns(tables)),
    (error: unknown) => {
      // Asked again next time: an installation that was just repaired needs no new start.
      loading = null;
      throw error;
    },
  );
  return loading;
}

/** Null = they are not read yet. */
export const townsIfLoaded = (): Towns | null => loaded;

const readTables = (): Promise<TownTables> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./towns-thread.ts', import.meta.url), {
      workerData: storedTablesPath(),
      resourceLimits: { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 4 },
    });
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('Cannot read the list of towns: its thread ended')));
    worker.unref();
  });
