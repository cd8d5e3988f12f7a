import { parentPort, workerData } from 'node:worker_threads';
import { host, pause } from '@rastro/base/host';
import type { ThreadPort } from '@rastro/base/threads';
import { leaseMethods } from './lease-methods.ts';
import { LEASE, LEASE_MS } from './packing-lease.ts';
import { packingRound } from './packing-round.ts';
import { PostgresDatabase } from './postgres-database.ts';
import { SCHEMA } from './schema.ts';

export interface PackingSetup {
  readonly url: string;
  /** The process, which has the lease already. */
  readonly owner: string;
}

const RENEWED_EACH_MS = 15_000;
/** The machine is at most half busy with it. */
const LEAST_PAUSE_MS = 5;

/** Packs until nothing is left, or another process has the lease. */
export async function packAll({ url, owner }: PackingSetup): Promise<void> {
  const db = new PostgresDatabase({ url, schema: SCHEMA }, { connections: 1 });
  const leases = leaseMethods(db);
  const lease = { name: LEASE, owner };
  const renew = (): Promise<boolean> => {
    const now = host.now();
    return leases.takeLease({ ...lease, now, until: now + LEASE_MS });
  };
  try {
    let renewedAt = -Infinity;
    let began = host.elapsed();
    if (!(await renew())) return;
    for await (const _ of packingRound(db, lease)) {
      await pause(Math.max(LEAST_PAUSE_MS, host.elapsed() - began));
      began = host.elapsed();
      if (began - renewedAt < RENEWED_EACH_MS) continue;
      if (!(await renew())) return;
      renewedAt = began;
    }
    await leases.releaseLease(lease);
  } finally {
    await db.close();
  }
}

export async function serve(port: ThreadPort, setup: PackingSetup): Promise<void> {
  try {
    await packAll(setup);
  } finally {
    port.close();
  }
}

if (parentPort) await serve(parentPort, workerData);
