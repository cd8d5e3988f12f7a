import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { DATABASE_NAMES } from './database-names.ts';
import type { Damage } from './damage.ts';
import type { CheckAnswer, CheckSetup } from './sqlite/check-messages.ts';
import { StorageError } from './storage-error.ts';

/** A tenth of one processor, at low priority. */
const PAUSES = 9;

/**
 * Reads every row of the databases of a folder while they are in use, in short steps with pauses, in a thread of its own.
 * Whether all rows are there that should be only the check of a folder at rest can tell.
 * @param signal Ends it early; damage found so far is not returned.
 * @throws StorageError UNAVAILABLE when a database cannot be read for another reason than damage; CLOSED when ended early.
 */
export async function checkInSteps(
  folder: string,
  { pauses = PAUSES }: { readonly pauses?: number },
  signal: AbortSignal,
): Promise<{ readonly damages: readonly Damage[]; readonly rows: number }> {
  const damages: Damage[] = [];
  let rows = 0;
  for (const name of DATABASE_NAMES) {
    const path = join(folder, name);
    if (!existsSync(path)) continue;
    const found = await checkInThread({ path, pauses }, signal);
    damages.push(...found.damages);
    rows += found.rows;
  }
  return { damages, rows };
}

async function checkInThread(setup: CheckSetup, signal: AbortSignal): Promise<CheckAnswer> {
  if (signal.aborted) throw new StorageError('check the data', 'CLOSED');
  const worker = new Worker(new URL('./sqlite/check-thread.ts', import.meta.url), {
    workerData: setup,
    resourceLimits: { maxOldGenerationSizeMb: 128 },
  });
  const end = (): void => void worker.terminate();
  signal.addEventListener('abort', end, { once: true });
  try {
    return await new Promise<CheckAnswer>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', (cause) => reject(new StorageError('check the data', 'UNAVAILABLE', { cause })));
      worker.once('exit', () => reject(new StorageError('check the data', 'CLOSED')));
    });
  } finally {
    signal.removeEventListener('abort', end);
    await worker.terminate();
  }
}
