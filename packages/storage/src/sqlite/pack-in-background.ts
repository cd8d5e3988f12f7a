import type { DatabaseSync } from 'node:sqlite';
import { host } from '@rastro/base/host';
import { inTransaction } from './in-transaction.ts';
import { piecePacking } from './piece-packing.ts';

/** Days in a transaction: a commit of devices waits for one at most. */
const DAYS_AT_ONCE = 8;
/** Between two, for whoever waits; and before the first, so that a start has the store to itself. */
const PAUSE_MS = 20;
const FIRST_PAUSE_MS = 2000;
/** After a failure. */
const RETRY_MS = 600_000;
/** Devices with nothing to pack that are passed over in one go. */
const DEVICES_AT_ONCE = 500;

/**
 * Packs what an older version, or a device that went silent, left as rows. Each step is a transaction: what was done
 * stays done whenever it ends. Packing of current history goes with its writing.
 * @returns ends it.
 */
export function packInBackground(db: DatabaseSync): () => void {
  const step = packingSteps(db);
  let timer = host.setTimeout(run, FIRST_PAUSE_MS);
  function run(): void {
    try {
      if (step()) timer = host.setTimeout(run, PAUSE_MS);
    } catch {
      // Rows are as good as packed ones: on a full disk they stay rows for a while.
      timer = host.setTimeout(run, RETRY_MS);
    }
  }
  return () => host.clearTimeout(timer);
}

/** @returns makes one step; false = nothing is left. */
export function packingSteps(db: DatabaseSync): () => boolean {
  const packing = piecePacking(db);
  const devices = db.prepare(
    'SELECT device_id, last_time FROM book_heads WHERE device_id > ? ORDER BY device_id LIMIT ?',
  );
  let after = -1;
  return () =>
    inTransaction(db, () => {
      const heads = devices.all(after, DEVICES_AT_ONCE);
      for (const head of heads) {
        const deviceId = Number(head['device_id']);
        const packed = packing.packClosedDays(deviceId, Number(head['last_time']), DAYS_AT_ONCE);
        if (packed === DAYS_AT_ONCE) return true;
        after = deviceId;
        if (packed > 0) return true;
      }
      return heads.length === DEVICES_AT_ONCE;
    });
}
