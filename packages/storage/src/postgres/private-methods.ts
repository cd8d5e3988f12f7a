import type { PrivateStorage } from '../delivery-port.ts';
import type { PostgresDatabase } from './postgres-database.ts';

/** Values that the API never returns. */
export const privateMethods = (db: PostgresDatabase): PrivateStorage => ({
  async privateValues() {
    const rows = await db.all('SELECT owner_id, name, value FROM private_values ORDER BY owner_id, name');
    return rows.map((row) => ({
      ownerId: Number(row['owner_id']),
      name: String(row['name']),
      value: String(row['value']),
    }));
  },
  async privateValue(ownerId, name) {
    const sql = 'SELECT value FROM private_values WHERE owner_id = $1 AND name = $2';
    const [row] = await db.all(sql, [ownerId, name]);
    return row ? String(row['value']) : null;
  },
  async swapPrivateValue({ ownerId, name, value }, was) {
    const written =
      was === null
        ? await db.run('INSERT INTO private_values VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [
            ownerId,
            name,
            value,
          ])
        : await db.run(
            'UPDATE private_values SET value = $3 WHERE owner_id = $1 AND name = $2 AND value = $4',
            [ownerId, name, value, was],
          );
    return written > 0;
  },
  async putPrivateValue({ ownerId, name, value }) {
    await db.run(
      `INSERT INTO private_values VALUES ($1, $2, $3)
       ON CONFLICT (owner_id, name) DO UPDATE SET value = excluded.value`,
      [ownerId, name, value],
    );
  },
  async removePrivateValue(ownerId, name) {
    await db.run('DELETE FROM private_values WHERE owner_id = $1 AND name = $2', [ownerId, name]);
  },
});
