import type { DatabaseSync } from 'node:sqlite';
import { arrayRows } from './array-rows.ts';
import { isDamage } from './damage-channel.ts';
import { idsOfChunk } from '../packed/id-chunk.ts';
import { packedIdReads, type PackedIdWriter } from './packed-ids.ts';

/** Chunks of ids looked at in a step, and in a round of packing: most still have positions, which is soon found. */
const CHUNKS_A_STEP = 50;
const CHUNKS_A_ROUND = 2000;

/**
 * Deletes what is noted about ids whose positions are all gone, some thousand ids of a long list at a time.
 * @returns makes one step within a transaction; true = enough for a round.
 */
export function packedIdSweep(db: DatabaseSync, ids: PackedIdWriter): () => boolean {
  const { devicesIn } = packedIdReads(db);
  const chunks = arrayRows(db, 'SELECT chunk FROM packed_ids WHERE chunk > ? ORDER BY chunk LIMIT ?');
  const hasRow = db.prepare('SELECT 1 FROM positions WHERE id BETWEEN ? AND ? LIMIT 1');
  const hasArrival = db.prepare('SELECT 1 FROM arrivals WHERE last_id >= ? AND first_id <= ? LIMIT 1');
  const hasRun = db.prepare(
    'SELECT 1 FROM history WHERE device_id = ? AND last_id >= ? AND first_id <= ? LIMIT 1',
  );
  const isUsed = (chunk: number): boolean => {
    const [first, last] = idsOfChunk(chunk);
    if (hasRow.get(first, last) || hasArrival.get(first, last)) return true;
    try {
      const devices = new Set(devicesIn([chunk]).get(chunk));
      return [...devices].some((deviceId) => hasRun.get(deviceId, first, last) !== undefined);
    } catch (error) {
      if (isDamage(error)) return true;
      throw error;
    }
  };
  let after = -1;
  let left = CHUNKS_A_ROUND;
  return () => {
    const some = chunks(after, CHUNKS_A_STEP).map(([chunk]) => Number(chunk));
    for (const chunk of some) if (!isUsed(chunk)) ids.remove(chunk);
    after = some.at(-1) ?? -1;
    left -= CHUNKS_A_STEP;
    if (some.length === CHUNKS_A_STEP && left > 0) return false;
    if (some.length < CHUNKS_A_STEP) after = -1;
    left = CHUNKS_A_ROUND;
    return true;
  };
}
