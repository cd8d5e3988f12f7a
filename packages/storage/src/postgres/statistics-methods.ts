import { parsed } from '../rows/values.ts';
import { SEEN_STORED_MS, withPart } from '../statistics-part.ts';
import type { StatisticsStorage } from '../statistics-port.ts';
import type { PostgresDatabase } from './postgres-database.ts';

/** The figures of days. */
export const statisticsMethods = (db: PostgresDatabase): StatisticsStorage => ({
  async addStatistics({ captureTime, counts, seen }) {
    await db.transaction(async (queries) => {
      // One after the other: whoever is second waits for the row.
      await queries.run(`INSERT INTO statistics VALUES ($1, '{}') ON CONFLICT DO NOTHING`, [captureTime]);
      const known = 'SELECT body FROM statistics WHERE capture_time = $1 FOR UPDATE';
      const [row] = await queries.all(known, [captureTime]);
      const numbers: Record<string, number> = {};
      for (const [name, ids] of Object.entries(seen)) {
        await queries.run(
          'INSERT INTO statistics_seen SELECT $1, $2, unnest($3::bigint[]) ON CONFLICT DO NOTHING',
          [captureTime, name, ids],
        );
        const sql = 'SELECT count(*) AS n FROM statistics_seen WHERE capture_time = $1 AND name = $2';
        numbers[name] = Number((await queries.all(sql, [captureTime, name]))[0]?.['n']);
      }
      const body = withPart(parsed(row?.['body']), counts, numbers);
      const put = 'UPDATE statistics SET body = $2 WHERE capture_time = $1';
      await queries.run(put, [captureTime, JSON.stringify(body)]);
      await queries.run('DELETE FROM statistics_seen WHERE capture_time < $1', [
        captureTime - SEEN_STORED_MS,
      ]);
    });
  },
  async statistics(from, to) {
    const sql = 'SELECT * FROM statistics WHERE capture_time BETWEEN $1 AND $2 ORDER BY capture_time';
    const rows = await db.all(sql, [from, to]);
    return rows.map((row) => ({ captureTime: Number(row['capture_time']), body: parsed(row['body']) }));
  },
});
