import type { DatabaseSync } from 'node:sqlite';
import { host } from '@rastro/base/host';
import { packedIdSweep } from './packed-id-sweep.ts';
import { closedBefore } from './packed-places.ts';
import { piecePacking } from './piece-packing.ts';
import type { WrittenHistory } from './written-history.ts';

/** Days of pieces in a transaction; of positions it is one. A commit of devices waits for one transaction at most. */
const PIECE_DAYS = 8;
/** Days of a device before the next one: those of many devices have ids in common, which are noted together. */
const DAYS_A_VISIT = 16;
/** Between two, for whoever waits; longer when somebody did; and before the first, so that a start has the store to itself. */
const PAUSE_MS = 20;
const BUSY_PAUSE_MS = 50;
const FIRST_PAUSE_MS = 2000;
/** Until devices are gone through again, and after a failure. */
const ROUND_MS = 600_000;
/** Devices with nothing to pack that are passed over in one go. */
const DEVICES_AT_ONCE = 500;

/**
 * Packs days that are over: of pieces, what an older version, or a device that went silent, left as rows, for others are
 * packed when they are written; of positions all. Each step is a transaction: what was done stays done whenever it ends.
 * @param calls How many the thread has answered.
 * @returns ends it.
 */
export function packInBackground(db: DatabaseSync, history: WrittenHistory, calls: () => number): () => void {
  const step = packingSteps(db, history);
  let answered = 0;
  let timer = host.setTimeout(run, FIRST_PAUSE_MS);
  function run(): void {
    timer = host.setTimeout(run, pauseAfterStep());
  }
  function pauseAfterStep(): number {
    const isBusy = calls() !== answered;
    answered = calls();
    try {
      if (!step()) return ROUND_MS;
    } catch {
      // Rows are as good as packed ones: on a full disk they stay rows for a while.
      return ROUND_MS;
    }
    return isBusy ? BUSY_PAUSE_MS : PAUSE_MS;
  }
  return () => host.clearTimeout(timer);
}

/** @returns makes one step; false = nothing is left, and the next one begins anew. */
export function packingSteps(
  db: DatabaseSync,
  { packing, ids, inBackground }: WrittenHistory,
): () => boolean {
  const pieces = piecePacking(db);
  const nextDevice = db.prepare(
    'SELECT device_id, last_time, late_from FROM book_heads WHERE device_id > ? ORDER BY device_id LIMIT 1',
  );
  const hasSwept = packedIdSweep(db, ids);
  let after = -1;
  /** Of the device behind it. */
  let visited = 0;
  let isMoreLeft = false;
  const packSome = (head: Record<string, unknown>): boolean => {
    const [deviceId, lastTime] = [Number(head['device_id']), Number(head['last_time'])];
    if (pieces.packClosedDays(deviceId, lastTime, PIECE_DAYS) > 0) return true;
    // It is about to be derived again.
    if (head['late_from'] !== null) return false;
    return packing.packFirstDay(deviceId, closedBefore(lastTime));
  };
  const step = (): boolean => {
    for (let seen = 0; seen < DEVICES_AT_ONCE; seen++) {
      const head = nextDevice.get(after);
      if (!head) return endRound();
      const hasPacked = packSome(head);
      visited += hasPacked ? 1 : 0;
      if (visited >= DAYS_A_VISIT) isMoreLeft = true;
      if (!hasPacked || visited >= DAYS_A_VISIT) {
        after = Number(head['device_id']);
        visited = 0;
      }
      if (hasPacked) return true;
    }
    return true;
  };
  const endRound = (): boolean => {
    if (!isMoreLeft && !hasSwept()) return true;
    const isDone = !isMoreLeft;
    [after, visited, isMoreLeft] = [-1, 0, false];
    return !isDone;
  };
  return () => inBackground(step);
}

/** Moves all arrivals, and packs all days of all devices, over or not, for tests. */
export function packEverything(db: DatabaseSync, { packing, moves, inTransaction }: WrittenHistory): void {
  const round = moves.round();
  while (inTransaction(() => round.next()).done !== true);
  const devices = db
    .prepare('SELECT device_id FROM positions UNION SELECT device_id FROM history WHERE is_part = 1')
    .all();
  for (const { device_id: deviceId } of devices)
    while (inTransaction(() => packing.packFirstDay(Number(deviceId), closedBefore(Infinity))));
}
