import type { DatabaseSync } from 'node:sqlite';
import { checksumOf } from '../packed/arrival-chunk.ts';
import { arrayRows } from './array-rows.ts';
import { isDamage } from './damage-channel.ts';
import { bytesOf } from './piece-reads.ts';

const PAGE = 100;

/** @returns how many rows of new records cannot be read: their checksums are their own, the database knows nothing of them. */
export function damagedArrivals(db: DatabaseSync, step: (what: string) => void): number {
  const hasTable = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'arrivals'").get() !== undefined;
  if (!hasTable) return 0; // A database of an older version.
  const page = arrayRows(
    db,
    `SELECT seq, devices, body, states, checksum FROM arrivals WHERE seq > ? ORDER BY seq LIMIT ${PAGE}`,
  );
  step('reading new records');
  let found = 0;
  try {
    for (let rows = page(0); rows.length > 0; rows = page(Number(rows.at(-1)?.[0])))
      for (const [, devices, body, states, checksum] of rows)
        if (
          checksumOf({ devices: bytesOf(devices), body: bytesOf(body), states: bytesOf(states) }) !== checksum
        )
          found++;
  } catch (error) {
    if (!isDamage(error)) throw error; // The table was reported already.
  }
  return found;
}
