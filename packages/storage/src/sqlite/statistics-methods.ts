import type { DatabaseSync } from 'node:sqlite';
import type { StoredStatistics } from '../records.ts';
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
  const statistics = db.prepare('INSERT OR REPLACE INTO statistics VALUES (?, ?)');
  return {
    putStatistics({ captureTime, body }: StoredStatistics): void {
      statistics.run(captureTime, JSON.stringify(body));
    },
  };
}
