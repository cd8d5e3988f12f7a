import type { DatabaseSync } from 'node:sqlite';
import { decodeTexts } from '../packed/decode-run.ts';
import { arrayRows, type ArrayRow } from './array-rows.ts';
import { isDamage } from './damage-channel.ts';
import type { DayLoss } from './find-losses.ts';
import { dayOf } from './packed-places.ts';
import { bytesOf } from './piece-reads.ts';

const PAGE = 50;

/** Packed positions that cannot be read: they have checksums of their own, which the database knows nothing of. */
export function packedLosses(db: DatabaseSync, step: (what: string) => void): readonly DayLoss[] {
  const hasTable = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'history'").get() !== undefined;
  if (!hasTable) return []; // A database of an older version.
  const page = arrayRows(
    db,
    `SELECT place, device_id, from_time, n, head, body FROM history WHERE place > ? ORDER BY place LIMIT ${PAGE}`,
  );
  const losses: DayLoss[] = [];
  let runs = 0;
  try {
    for (let rows = page(-1); rows.length > 0; rows = page(Number(rows.at(-1)?.[0]))) {
      losses.push(...rows.filter(isLost).map(toLoss));
      runs += rows.length;
      step(`unpacking ${runs} runs of positions`);
    }
  } catch (error) {
    if (!isDamage(error)) throw error; // The table was reported already.
  }
  return losses;
}

function isLost([, , , , head, body]: ArrayRow): boolean {
  try {
    decodeTexts({ head: bytesOf(head), body: bytesOf(body) });
    return false;
  } catch (error) {
    if (!isDamage(error)) throw error;
    return true;
  }
}

const toLoss = ([, deviceId, time, n]: ArrayRow): DayLoss => ({
  table: 'positions',
  deviceId: Number(deviceId),
  day: dayOf(Number(time)),
  lost: Number(n),
  of: Number(n),
});
