import type { DatabaseSync } from 'node:sqlite';
import { host } from '@rastro/base/host';
import { isDamage } from './damage-channel.ts';
import { quoted, walkedTables } from './walked-tables.ts';

/** A start is not held up for longer. */
const WITHIN_MS = 100;

/**
 * Reads the first and the last row of each table, for a tenth of a second. Damage is published by the connection; the
 * store opens with what can be read.
 */
export function readEnds(db: DatabaseSync): void {
  const end = host.elapsed() + WITHIN_MS;
  for (const { name, key } of walkedTables(db)) {
    const order = (direction: string): string => key.map((each) => `${quoted(each)} ${direction}`).join();
    for (const direction of ['ASC', 'DESC']) {
      if (host.elapsed() > end) return;
      try {
        db.prepare(`SELECT * FROM ${quoted(name)} ORDER BY ${order(direction)} LIMIT 1`).get();
      } catch (error) {
        if (!isDamage(error)) throw error;
      }
    }
  }
}
