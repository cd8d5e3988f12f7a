import type { DatabaseSync } from 'node:sqlite';
import type { StoredStatistics } from '../records.ts';
import type { StatisticsPart } from '../statistics-port.ts';
import { SEEN_STORED_MS, withPart } from '../statistics-part.ts';
import { inTransaction } from './in-transaction.ts';
import { parsed } from '../rows/values.ts';

/** The figures of days. */
export const statisticsReads = (db: DatabaseSync) => ({
  statistics(from: number, to: number): StoredStatistics[] {
    return db
      .prepare('SELECT * FROM statistics WHERE capture_time BETWEEN ? AND ? ORDER BY capture_time')
      .all(from, to)
      .map((row) => ({ captureTime: Number(row['capture_time']), body: parsed(row['body']) }));
  },
});

export function statisticsWrites(db: DatabaseSync) {
  const known = db.prepare('SELECT body FROM statistics WHERE capture_time = ?');
  const put = db.prepare('INSERT OR REPLACE INTO statistics VALUES (?, ?)');
  const see = db.prepare('INSERT OR IGNORE INTO statistics_seen VALUES (?, ?, ?)');
  const number = db.prepare('SELECT count(*) AS n FROM statistics_seen WHERE capture_time = ? AND name = ?');
  const forget = db.prepare('DELETE FROM statistics_seen WHERE capture_time < ?');
  return {
    addStatistics: ({ captureTime, counts, seen }: StatisticsPart): void =>
      inTransaction(db, () => {
        const numbers: Record<string, number> = {};
        for (const [name, ids] of Object.entries(seen)) {
          for (const id of ids) see.run(captureTime, name, id);
          numbers[name] = Number(number.get(captureTime, name)?.['n']);
        }
        const row = known.get(captureTime);
        const body = withPart(row ? parsed(row['body']) : {}, counts, numbers);
        put.run(captureTime, JSON.stringify(body));
        forget.run(captureTime - SEEN_STORED_MS);
      }),
  };
}
