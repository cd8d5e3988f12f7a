import type { Clock } from '@rastro/base';
import type { Storage } from '@rastro/storage';
import type { Settings } from './settings/registry.ts';

/** Requests without an account must not keep the disk busy. */
const ASK_AGAIN_MS = 5000;

/**
 * Whether the product can do its work: what is stored can be read, and something can be written. A full disk is
 * not ready. The disk is asked at most once in five seconds.
 */
export function createReadiness(
  storage: Pick<Storage, 'healthy' | 'setCursor'>,
  clock: Clock,
): () => Promise<boolean> {
  let askedAt = Number.NEGATIVE_INFINITY;
  let writable: Promise<boolean> = Promise.resolve(false);
  return async () => {
    const now = clock.now();
    if (Math.abs(now - askedAt) >= ASK_AGAIN_MS) {
      askedAt = now;
      writable = storage.setCursor('readiness', now).then(
        () => true,
        () => false,
      );
    }
    return (await storage.healthy()) && (await writable);
  };
}

/**
 * Reason why a process that serves no users cannot do its work; null = it can. Ingest that answers devices by the stream
 * goes on without the database: load balancers must not take it out when all of them lose it.
 */
export function workerComplaint({
  settings: { ACK, ROLES },
  bus,
  isStored,
}: {
  readonly settings: Pick<Settings, 'ACK' | 'ROLES'>;
  readonly bus: { readonly isConnected: boolean };
  readonly isStored: () => Promise<boolean>;
}): () => Promise<string | null> {
  const needsDatabase = ACK === 'store' || ROLES.has('process');
  return async () => {
    if (!bus.isConnected) return 'Bus unreachable';
    return !needsDatabase || (await isStored()) ? null : 'Database unreachable';
  };
}
