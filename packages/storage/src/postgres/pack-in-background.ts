import { host } from '@rastro/base/host';
import { startThread, type Thread } from '@rastro/base/threads';
import { leaseMethods } from './lease-methods.ts';
import type { PackingSetup } from './packing-thread.ts';
import { LEASE, LEASE_MS } from './packing-lease.ts';
import type { PostgresDatabase } from './postgres-database.ts';

/** A start has the database to itself. */
const FIRST_PAUSE_MS = 5000;
const ROUND_MS = 600_000;
const OWNER_BYTES = 16;

/**
 * Packs history in a thread, now and then. Of several processes one does: whoever has the lease. What fails is tried
 * again with the next round: rows are as good as runs.
 * @returns ends it.
 */
export function packInBackground(
  db: PostgresDatabase,
  url: string,
  firstPauseMs = FIRST_PAUSE_MS,
): () => Promise<void> {
  const owner = Buffer.from(host.randomBytes(OWNER_BYTES)).toString('hex');
  const leases = leaseMethods(db);
  let thread: Thread | null = null;
  let isOver = false;
  let timer = host.setTimeout(begin, firstPauseMs);
  const next = (): void => {
    thread = null;
    if (!isOver) timer = host.setTimeout(begin, ROUND_MS);
  };
  function begin(): void {
    const now = host.now();
    leases.takeLease({ name: LEASE, owner, now, until: now + LEASE_MS }).then(
      (isTaken) => {
        if (isOver) return;
        if (isTaken) thread = started({ url, owner }, next);
        else next();
      },
      () => next(),
    );
  }
  return async () => {
    isOver = true;
    host.clearTimeout(timer);
    await thread?.terminate();
  };
}

function started(workerData: PackingSetup, ended: () => void): Thread {
  const thread = startThread(new URL('./packing-thread.ts', import.meta.url), {
    // Tools of the system list threads by name.
    name: 'history-packing',
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  });
  // The next round tries again.
  thread.on('error', () => {});
  thread.on('exit', ended);
  return thread;
}
