import type { Clock } from '@rastro/base';
import type { Storage } from '@rastro/storage';

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
