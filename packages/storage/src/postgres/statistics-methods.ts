import { parsed } from '../rows/values.ts';
import type { StatisticsStorage } from '../statistics-port.ts';
import type { PostgresDatabase } from './postgres-database.ts';

/** The figures of days. */
export const statisticsMethods = (db: PostgresDatabase): StatisticsStorage => ({
  async putStatistics({ captureTime, body }) {
    await db.run(
      'INSERT INTO statistics VALUES ($1, $2) ON CONFLICT (capture_time) DO UPDATE SET body = excluded.body',
      [captureTime, JSON.stringify(body)],
    );
  },
  async statistics(from, to) {
    const sql = 'SELECT * FROM statistics WHERE capture_time BETWEEN $1 AND $2 ORDER BY capture_time';
    const rows = await db.all(sql, [from, to]);
    return rows.map((row) => ({ captureTime: Number(row['capture_time']), body: parsed(row['body']) }));
  },
});
